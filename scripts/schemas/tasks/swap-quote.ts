import { z } from "zod"

import { quoteRequest, quoteRoute, swapToken, valueLossOfRoute } from "../shapes/swap.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    request: quoteRequest,
    input: swapToken,
    output: swapToken,
    routes: z.array(quoteRoute),
    valueLosses: z.array(valueLossOfRoute),
  },
}

export default output
