import { z } from "zod"

import { defineSchema } from "../../http/parsing/defineSchema.js"
import { unlessOdd, withoutOddElements } from "../../http/parsing/leaveOut.js"
import { listOf } from "../../http/parsing/listOf.js"
import { addressSchema, anyAddressSchema, hexSchema, orNull, someTextSchema, textSchema } from "../../http/schemas.js"
import { isRecord } from "../../primitives/isRecord.js"
import type { Deposit, EvmTransaction, Quote, QuoteRoute, RouteApproval, StatusCheck, TxData } from "../types.js"
import {
  amountSchema,
  chainIdSchema,
  outputSchema,
  routeDetailsSchema,
  secondsSchema,
  textOfNumberOrNull,
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

const evmTxDataSchema = z.looseObject({ kind: z.literal("evm_tx"), object: evmTransactionSchema })

const otherTxDataSchema = z.looseObject({ kind: someTextSchema, object: z.unknown() })

// If the kind is unknown, so is the shape of its object.
const txDataSchema: z.ZodType<TxData> = defineSchema((payload, context) => {
  const isEvm = isRecord(payload.value) && payload.value["kind"] === "evm_tx"
  return (isEvm ? evmTxDataSchema : otherTxDataSchema)._zod.run(payload, context)
})

const depositSchema: z.ZodType<Deposit> = z.looseObject({
  chainId: chainIdSchema,
  token: defineSchema<Deposit["token"]>((payload, context) =>
    (typeof payload.value === "string" ? anyAddressSchema : tokenSchema)._zod.run(payload, context),
  ),
  amount: amountSchema,
  transferType: textOrNull,
  depositAddress: anyAddressSchema,
  memo: textOrNull,
})

const statusCheckSchema: z.ZodType<StatusCheck> = z.looseObject({
  endpoint: unlessOdd("endpoint", textOrNull),
  method: unlessOdd("method", textOrNull),
  intervalSec: unlessOdd("intervalSec", orNull(secondsSchema)),
  maxDurationSec: unlessOdd("maxDurationSec", orNull(secondsSchema)),
})

/** One route of a quote. Unknown keys are kept. */
export const quoteRouteSchema: z.ZodType<QuoteRoute> = z.looseObject({
  userOp: someTextSchema,
  quoteId: someTextSchema,
  expiresAt: secondsSchema,
  output: outputSchema,
  approval: orNull(approvalSchema),
  txData: orNull(txDataSchema),
  deposit: orNull(depositSchema),
  statusCheck: unlessOdd("statusCheck", orNull(statusCheckSchema)),
  estimatedTime: unlessOdd("estimatedTime", orNull(secondsSchema)),
  slippage: textOfNumberOrNull,
  suggestedSlippage: unlessOdd("suggestedSlippage", textOfNumberOrNull),
  routeTags: unlessOdd("routeTags", orNull(listOf(textSchema, "tag"))).transform((tags) => tags ?? []),
  routeDetails: unlessOdd("routeDetails", orNull(routeDetailsSchema)),
  gasFee: orNull(z.unknown()),
})

/** A response of `/v3/swap/quote`. */
export const quoteSchema: z.ZodType<Quote> = withoutOddElements(
  inEnvelope(
    z.looseObject({
      originChainId: orNull(chainIdSchema),
      destinationChainId: chainIdSchema,
      userAddress: orNull(anyAddressSchema),
      receiverAddress: orNull(anyAddressSchema),
      input: orNull(tokenAmountSchema),
      routes: listOf(quoteRouteSchema, "route"),
    }),
  ),
  ({ routes }) => routes.length,
)
