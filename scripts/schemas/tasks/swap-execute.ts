import { z } from "zod"

import {
  evmDeposit,
  executionEvents,
  payout,
  payoutSoFar,
  planEvents,
  quoteRequest,
  route,
  routeStep,
  valueLoss,
} from "../shapes/swap.js"
import { amount, hash, seconds } from "../shapes/values.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  events: {
    ...planEvents,
    replaced: {
      quoteId: z.string(),
      nonce: z.int().optional(),
      replacedBy: hash.optional(),
      reason: z.string().optional(),
    },
    deposit: {
      quoteId: z.string(),
      isResumed: z.boolean(),
      deposit: evmDeposit,
      paymentUri: z.string(),
      expiresAt: seconds,
      request: quoteRequest,
      leastOut: amount,
      valueLoss,
    },
    paid: { quoteId: z.string(), says: z.string() },
    ...executionEvents,
    ...stepEvents(routeStep),
    ...pollingEvents,
    end: [
      successfulEnd({ quoteId: z.string(), txHash: hash, approvals: z.array(hash), route, ...payout }),
      successfulEnd({ route, ...payoutSoFar }),
    ],
  },
}

export default output
