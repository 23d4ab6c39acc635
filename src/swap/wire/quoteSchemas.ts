import { z } from "zod"

import { addressSchema, hexSchema, orNull } from "../../http/schemas.js"
import type { Deposit, EvmTransaction, Quote, QuoteRoute, RouteApproval, StatusCheck, TxData } from "../types.js"
import {
  amountSchema,
  chainIdSchema,
  outputSchema,
  routeDetailsSchema,
  secondsSchema,
  textOrNull,
  tokenAmountSchema,
  tokenSchema,
} from "./fieldSchemas.js"
import { inEnvelope } from "./inEnvelope.js"

const approvalSchema: z.ZodType<RouteApproval> = z.looseObject({
  spenderAddress: addressSchema,
  amount: amountSchema,
  tokenAddress: addressSchema,
  userAddress: addressSchema,
})

const evmTransactionSchema: z.ZodType<EvmTransaction> = z.looseObject({
  chainId: chainIdSchema,
  to: addressSchema,
  data: hexSchema,
  value: amountSchema,
})

// If the kind is unknown, so is the shape of its object.
const txDataSchema: z.ZodType<TxData> = z
  .looseObject({ kind: z.string().min(1), object: z.unknown() })
  .pipe(
    z.union([
      z.looseObject({ kind: z.literal("evm_tx"), object: evmTransactionSchema }),
      z.looseObject({ kind: z.string().refine((kind) => kind !== "evm_tx"), object: z.unknown() }),
    ]),
  )

const depositSchema: z.ZodType<Deposit> = z.looseObject({
  chainId: chainIdSchema,
  token: z.union([tokenSchema, addressSchema], { error: "a token" }),
  amount: amountSchema,
  transferType: textOrNull,
  depositAddress: addressSchema,
  memo: textOrNull,
})

const statusCheckSchema: z.ZodType<StatusCheck> = z.looseObject({
  endpoint: textOrNull,
  method: textOrNull,
  intervalSec: orNull(secondsSchema),
  maxDurationSec: orNull(secondsSchema),
})

const percentSchema: z.ZodType<string | null> = orNull(z.union([z.string(), z.number()]).transform(String))

/** One route of a quote. Unknown keys are kept. */
export const quoteRouteSchema: z.ZodType<QuoteRoute> = z.looseObject({
  userOp: z.string().min(1),
  quoteId: z.string().min(1),
  expiresAt: secondsSchema,
  output: outputSchema,
  approval: orNull(approvalSchema),
  txData: orNull(txDataSchema),
  deposit: orNull(depositSchema),
  statusCheck: orNull(statusCheckSchema),
  estimatedTime: orNull(secondsSchema),
  slippage: percentSchema,
  suggestedSlippage: percentSchema,
  routeTags: orNull(z.array(z.string())).transform((tags) => tags ?? []),
  routeDetails: orNull(routeDetailsSchema),
  gasFee: orNull(z.unknown()),
})

/** A response of `/v3/swap/quote`. */
export const quoteSchema: z.ZodType<Quote> = inEnvelope(
  z.looseObject({
    originChainId: orNull(chainIdSchema),
    destinationChainId: chainIdSchema,
    userAddress: orNull(addressSchema),
    receiverAddress: orNull(addressSchema),
    input: orNull(tokenAmountSchema),
    routes: z.array(quoteRouteSchema),
  }),
)
