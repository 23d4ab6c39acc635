import { formatEther } from "viem"

import type { StoryEvent } from "../../explaining/Explanation.js"
import { unpackPacketId } from "../ids.js"
import type { Mined, Proposal, ReadableChain } from "../reading/types.js"
import type { MessageCase } from "./types.js"
