import { z } from "zod"

import type { Deposit, EvmTransaction, Quote, QuoteRoute, RouteApproval, StatusCheck, TxData } from "../types.js"
import {
  amountSchema,
  chainIdSchema,
  outputSchema,
  routeDetailsSchema,
  secondsSchema,
  swapAnswer,
  textOfNumberOrNull,
  textOrNull,
  tokenAmountSchema,
  tokenSchema,
} from "./fieldSchemas.js"
import { lenient, lenientList, strict } from "#src/http/parsing/answerSchema.js"
import { addressSchema, anyAddressSchema, hexSchema, orNull, someTextSchema, textSchema } from "#src/http/schemas.js"

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
const txDataSchema: z.ZodType<TxData> = z.union([
  evmTxDataSchema,
  otherTxDataSchema.refine(({ kind }) => kind !== "evm_tx", { error: "a transaction", path: ["kind"] }),
])

const depositSchema: z.ZodType<Deposit> = z.looseObject({
  chainId: chainIdSchema,
  token: z.union([anyAddressSchema, tokenSchema]),
  amount: amountSchema,
  transferType: textOrNull,
  depositAddress: anyAddressSchema,
  memo: textOrNull,
})

const statusCheckSchema: z.ZodType<StatusCheck> = z.looseObject({
  endpoint: lenient(textOrNull),
  method: lenient(textOrNull),
  intervalSec: lenient(orNull(secondsSchema)),
  maxDurationSec: lenient(orNull(secondsSchema)),
})

const lenientRouteSchema: z.ZodType<QuoteRoute> = z.looseObject({
  userOp: someTextSchema,
  quoteId: someTextSchema,
  expiresAt: secondsSchema,
  input: orNull(tokenAmountSchema),
  output: outputSchema,
  approval: orNull(approvalSchema),
  txData: orNull(txDataSchema),
  deposit: orNull(depositSchema),
  statusCheck: lenient(orNull(statusCheckSchema)),
  estimatedTime: lenient(orNull(secondsSchema)),
  slippage: textOfNumberOrNull,
  suggestedSlippage: lenient(textOfNumberOrNull),
  routeTags: lenient(
    orNull(lenientList(textSchema)).transform((tags) => tags ?? []),
    [],
  ),
  routeDetails: lenient(orNull(routeDetailsSchema)),
  gasFee: orNull(z.unknown()),
})

/** One route of a quote. Unknown keys are kept. */
export const quoteRouteSchema: z.ZodType<QuoteRoute> = strict(lenientRouteSchema)

export const quoteSchema: z.ZodType<Quote> = swapAnswer(
  z.looseObject({
    originChainId: orNull(chainIdSchema),
    destinationChainId: chainIdSchema,
    userAddress: orNull(anyAddressSchema),
    receiverAddress: orNull(anyAddressSchema),
    input: orNull(tokenAmountSchema),
    quoteType: lenient(textOrNull),
    routes: lenientList(lenientRouteSchema),
  }),
  { count: ({ routes }) => routes.length },
)
