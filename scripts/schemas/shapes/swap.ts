import { z } from "zod"

import { address, amount, anyAddress, anyHash, apiObject, at, chainId, hash, hex, seconds } from "./values.js"

const text = z.string().nullable()
const dollars = z.number().nullable()

/** A token, as the swap API gives it. */
export const token: z.ZodType = apiObject("Token", {
  chainId,
  address: anyAddress,
  name: text,
  symbol: z.string(),
  decimals: z.int(),
  logoURI: text,
  icon: text,
  isShortListed: z.boolean().nullable(),
  isVerified: z.boolean().nullable(),
  tags: z.array(z.string()).nullable(),
  trendingRank: z.number().nullable(),
  marketCap: dollars,
  totalVolume: dollars,
  balance: amount.nullable(),
  balanceInUsd: dollars,
})

/** A token of a swap, as its chain describes it. */
export const swapToken: z.ZodType = z
  .strictObject({
    chainId,
    address: anyAddress,
    symbol: z.string(),
    decimals: z.int(),
    isFromChain: z.boolean(),
    apiSays: z.string().optional(),
  })
  .meta({
    id: "SwapToken",
    description:
      "A token of a swap: by its chain, or by the API alone where isFromChain is false; apiSays is what the API says otherwise.",
  })

/** A chain, as the swap API gives it. */
export const swapChain: z.ZodType = apiObject("SwapChain", {
  chainId,
  name: text,
  icon: text,
  currency: z.looseObject({
    address: anyAddress,
    name: text,
    symbol: z.string(),
    decimals: z.int(),
    icon: text,
    minNativeCurrencyForGas: amount.nullable(),
  }),
  explorers: z.array(z.string()),
  sendingEnabled: z.boolean(),
  receivingEnabled: z.boolean(),
  isAutoEnabled: z.boolean(),
  isManualEnabled: z.boolean(),
  isDepositEnabled: z.boolean(),
  dexes: z.array(z.string()),
  bridges: z.array(z.string()),
})

/** A bridge or a dex. */
export const provider: z.ZodType = apiObject("Provider", { providerId: z.string(), displayName: text, logoURI: text })

const tokenAmount = { token, amount, priceInUsd: dollars, valueInUsd: dollars }

const output = apiObject("Output", { ...tokenAmount, minAmountOut: amount.nullable() })

const routeDetails = apiObject("RouteDetails", {
  name: text,
  logoURI: text,
  providers: z.array(z.string()).optional(),
  priceImpact: z.unknown().optional(),
  fees: z.unknown().optional(),
})

/** A transaction for an EVM chain. */
export const transaction: z.ZodType = apiObject("Transaction", { chainId, to: address, data: hex, value: amount })

const deposit = {
  chainId,
  amount,
  transferType: text,
  depositAddress: anyAddress,
  memo: text,
}

/** A deposit on an EVM chain. */
export const evmDeposit: z.ZodType = apiObject("EvmDeposit", { ...deposit, token: address })

const percentages = { percent: z.number().nullable(), priceImpact: z.number().nullable() }

/** What a route loses of its value, as the API claims. */
export const valueLoss: z.ZodType = z
  .strictObject(percentages)
  .meta({ id: "ValueLoss", description: "Percent, as the swap API claims; null where it claims nothing." })

/** What one route of a quote loses. */
export const valueLossOfRoute: z.ZodType = z
  .strictObject({ quoteId: z.string(), ...percentages })
  .meta({ id: "ValueLossOfRoute", description: "What the route of this quote loses, in percent." })

/** One route of a quote. */
export const quoteRoute: z.ZodType = apiObject("QuoteRoute", {
  userOp: z.string(),
  quoteId: z.string(),
  expiresAt: seconds,
  input: apiObject("RouteInput", tokenAmount).nullable(),
  output,
  approval: apiObject("Approval", {
    spenderAddress: address,
    amount,
    tokenAddress: address,
    userAddress: address,
  }).nullable(),
  txData: z
    .union([
      z.looseObject({ kind: z.literal("evm_tx"), object: transaction }),
      z.looseObject({ kind: z.string(), object: z.unknown() }),
    ])
    .nullable(),
  deposit: apiObject("Deposit", { ...deposit, token: z.union([token, anyAddress]) }).nullable(),
  statusCheck: apiObject("StatusCheck", {
    endpoint: text,
    method: text,
    intervalSec: z.number().nullable(),
    maxDurationSec: z.number().nullable(),
  }).nullable(),
  estimatedTime: z.number().nullable(),
  slippage: text,
  suggestedSlippage: text,
  routeTags: z.array(z.string()),
  routeDetails: routeDetails.nullable(),
  gasFee: z.unknown().optional(),
})

/** What is asked of the API for a quote. */
export const quoteRequest: z.ZodType = z
  .strictObject({
    userOps: z.string(),
    originChainId: chainId,
    destinationChainId: chainId,
    inputToken: anyAddress,
    outputToken: anyAddress,
    inputAmount: amount,
    userAddress: anyAddress.optional(),
    receiverAddress: anyAddress,
    refundAddress: address.optional(),
    slippage: z.string().optional(),
    includeProvider: z.union([z.string(), z.array(z.string())]).optional(),
    excludeProvider: z.union([z.string(), z.array(z.string())]).optional(),
    feeBps: z.number().optional(),
    feeTakerAddress: address.optional(),
  })
  .meta({ id: "QuoteRequest", description: "What the API is asked for, by the API's own names." })

const time = z.union([z.number(), z.string()]).nullable()

/** The status of a route. */
export const route: z.ZodType = apiObject("Route", {
  quoteId: z.string(),
  userOp: text,
  status: z.string(),
  statusCode: text,
  isDestPayloadExecuted: z.unknown().optional(),
  origin: z.looseObject({
    chainId,
    status: z.string(),
    txHash: anyHash.nullable(),
    timestamp: time,
    userAddress: anyAddress.nullable(),
    input: z.array(apiObject("TokenAmount", tokenAmount)),
  }),
  destination: z.looseObject({
    chainId,
    status: z.string(),
    txHash: anyHash.nullable(),
    timestamp: time,
    receiverAddress: anyAddress.nullable(),
    output: z.array(output),
  }),
  routeDetails: routeDetails.nullable(),
  refund: apiObject("Refund", {
    chainId: chainId.nullable(),
    status: text,
    txHash: anyHash.nullable(),
    timestamp: time,
    receiverAddress: anyAddress.optional(),
    token: z.unknown().optional(),
    amount: amount.optional(),
    priceInUsd: dollars.optional(),
    valueInUsd: dollars.optional(),
  }).nullable(),
  quoteDetails: z.unknown().optional(),
})

/** Whether a node of the destination chain shows that the receiver was paid. */
const payoutSeen: z.ZodType = z.enum(["seen", "not looked"])

/** What the receiver was paid, as the destination chain shows it. */
const paid = z.strictObject({ token, amount }).optional()

/** What a node of the destination chain shows of the payout of a swap that has ended. */
export const payout: z.ZodRawShape = { payout: payoutSeen, paid }

/** The same, of a swap that may not have ended. */
export const payoutSoFar: z.ZodRawShape = { payout: payoutSeen.optional(), paid }

/** The fields of a step of a route. */
export const routeStep: z.ZodRawShape = { quoteId: z.string(), route, ...payoutSoFar }

const quoteId = z.string()

/** What an execution does, by its status. */
const executionSteps: readonly z.ZodRawShape[] = [
  { status: z.enum(["CHECKED", "REQUOTED"]), quoteId, route: quoteRoute },
  { status: z.literal("NOT_SIMULATED"), quoteId },
  { status: z.enum(["APPROVING", "SENT", "MINED", "REVERTED"]), quoteId, txHash: hash },
  { status: z.literal("APPROVED"), quoteId, approvals: z.array(hash) },
  { status: z.literal("SIGNED"), quoteId, nonce: z.int(), txHash: hash.optional() },
  { status: z.literal("REPLACED"), quoteId, nonce: z.int(), replacedBy: hash.optional() },
  {
    status: z.literal("ALLOWANCE_LEFT"),
    quoteId,
    token: address,
    spender: address,
    amount,
    revoke: z.strictObject({ to: address, data: hex }),
  },
  { status: z.literal("FINISHED"), quoteId, route },
]

/** The events of a swap that is executed. */
export const executionEvents: Readonly<Record<string, readonly z.ZodRawShape[]>> = { execution: executionSteps }

/** The events that come before an execution. */
export const planEvents: Readonly<Record<string, z.ZodRawShape>> = {
  plan: {
    request: quoteRequest,
    input: swapToken,
    output: swapToken,
    route: quoteRoute,
    transaction,
    leastOut: amount,
    minOut: amount.nullable(),
    valueLoss,
    functions: z.array(z.string()),
    fees: z.array(z.strictObject({ taker: address, amount })),
    undecoded: z.array(z.string()),
  },
  resumed: { quoteId, status: z.string(), at },
}
