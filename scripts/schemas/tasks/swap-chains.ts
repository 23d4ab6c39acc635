import { z } from "zod"

import { swapChain } from "../shapes/swap.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = { document: { chains: z.array(swapChain) } }

export default output
