import { z } from "zod"

import { provider } from "../shapes/swap.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = { document: { bridges: z.array(provider), dexes: z.array(provider) } }

export default output
