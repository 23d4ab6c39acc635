import { z } from "zod"

import { trigger } from "../shapes/gateway.js"
import { hash } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = { document: { txHash: hash, triggers: z.array(trigger) } }

export default output
