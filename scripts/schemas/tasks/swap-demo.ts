import { z } from "zod"

import { elapsed } from "../shapes/messages.js"
import { executionEvents, quoteRequest, quoteRoute, route, routeStep, swapToken } from "../shapes/swap.js"
import { amount, chainId } from "../shapes/values.js"
import { stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const balances = z.array(z.strictObject({ chainName: z.string(), symbol: z.string(), decimals: z.int(), amount }))

const output: TaskOutput = {
  events: {
    ready: { chains: z.array(z.strictObject({ name: z.string(), chainId })), ...elapsed },
    quoted: {
      swap: z.enum(["completed", "refunded"]),
      request: quoteRequest,
      input: swapToken,
      output: swapToken,
      routes: z.array(quoteRoute),
    },
    chosen: { route: quoteRoute, before: balances },
    moved: { chainName: z.string(), amount, decimals: z.int(), symbol: z.string() },
    ended: { route, before: balances, after: balances },
    ...executionEvents,
    ...stepEvents(routeStep),
    end: successfulEnd(),
  },
}

export default output
