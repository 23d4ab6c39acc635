import { z } from "zod"

import { explanation } from "../shapes/explanation.js"
import {
  evmDeposit,
  executionEvents,
  payout,
  payoutSoFar,
  planEvents,
  provider,
  quoteRequest,
  quoteRoute,
  route,
  routeStep,
  swapChain,
  swapToken,
  token,
  valueLoss,
  valueLossOfRoute,
} from "../shapes/swap.js"
import { address, amount, at, chainId, hash, seconds } from "../shapes/values.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutputs } from "../taskSchema.js"
import { type SwapRow } from "#extras/swap/tasks/output/SwapRow.js"

const allowance = { chain: z.string(), account: address, token: address, spender: address, amount }

/** The events of every task that executes a swap, and how they end. */
const executed = { ...executionEvents, ...stepEvents(routeStep), ...pollingEvents }
const executedEnd = successfulEnd({ quoteId: z.string(), txHash: hash, approvals: z.array(hash), route, ...payout })

const outputs: TaskOutputs = {
  "swap-chains": { document: { chains: z.array(swapChain) } },
  "swap-execute": {
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
      ...executed,
      end: [executedEnd, successfulEnd({ route, ...payoutSoFar })],
    },
  },
  "swap-explain": { document: explanation },
  "swap-list": {
    document: {
      swaps: z.array(
        z.strictObject({
          quoteId: z.string(),
          status: z.string(),
          account: address,
          originChainId: chainId,
          destinationChainId: chainId,
          inputToken: address,
          outputToken: address,
          inputAmount: amount,
          txHash: hash.nullable(),
          at,
        } satisfies Record<keyof SwapRow, z.ZodType>),
      ),
      problems: z.array(z.strictObject({ file: z.string(), says: z.string() })),
    },
  },
  "swap-pay": { events: { ...planEvents, ...executed, end: executedEnd } },
  "swap-providers": { document: { bridges: z.array(provider), dexes: z.array(provider) } },
  "swap-quote": {
    document: {
      request: quoteRequest,
      input: swapToken,
      output: swapToken,
      routes: z.array(quoteRoute),
      valueLosses: z.array(valueLossOfRoute),
    },
  },
  "swap-resume": { events: { ...planEvents, ...executed, end: executedEnd } },
  "swap-revoke": {
    events: {
      allowance,
      revoked: { ...allowance, txHash: hash },
      end: successfulEnd({ count: z.int() }),
    },
  },
  "swap-status": {
    document: { route },
    events: {
      ...stepEvents(routeStep),
      ...pollingEvents,
      end: successfulEnd({ route: route.optional(), ...payoutSoFar }),
    },
  },
  "swap-tokens": { document: { tokens: z.array(token) } },
}

export default outputs
