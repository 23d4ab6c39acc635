import { z } from "zod"

import { token } from "../shapes/swap.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = { document: { tokens: z.array(token) } }

export default output
