import { z } from "zod"

import { executionEvents, payout, planEvents, route, routeStep } from "../shapes/swap.js"
import { hash } from "../shapes/values.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  events: {
    ...planEvents,
    ...executionEvents,
    ...stepEvents(routeStep),
    ...pollingEvents,
    end: successfulEnd({ quoteId: z.string(), txHash: hash, approvals: z.array(hash), route, ...payout }),
  },
}

export default output
