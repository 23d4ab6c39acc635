import type { Address } from "viem"

import type { MarketContracts } from "../contracts.js"
import type { ReadUint } from "../createViewReader.js"
import { bridges, type Dex, dexes } from "../providers.js"
import { type MarketToken, nativeInfo, valueInUsd } from "../tokens.js"
import type { Plan } from "./plans.js"
import { constantProductDexArtifact, liquidityBridgeArtifact } from "#extras/swap/src/artifacts/market.js"
import { parseAmount } from "#src/primitives/numbers/amount.js"

/** A plan with the amounts that the contracts offer for it now. */
export type PricedPlan = {
  readonly plan: Plan
  /** What the bridge gets; zero on a route that stays on its chain. */
  readonly bridgedAmount: bigint
  readonly minBridgedAmount: bigint
  /** What the bridge keeps of it, in the token that it carries. */
  readonly bridgeFee: bigint
  readonly amountOut: bigint
  readonly minAmountOut: bigint
  /** In wei of the origin. */
  readonly messageFee: bigint
  /** How far the trades move prices against the user, in millionths, without fees. */
  readonly priceImpact: bigint
}

type PriceRequest = {
  readonly input: MarketToken
  readonly output: MarketToken
  /** What is left of the input after the taker's fee. */
  readonly amount: bigint
  /** A percentage, as a decimal string. */
  readonly slippage: string
  readonly dstChainSlug: number
  readonly contracts: MarketContracts
  readonly onOrigin: ReadUint
  readonly onDestination: ReadUint
}

/** Prices a plan step by step with the contracts' own views; undefined if one of them could not do its part. */
export async function pricePlan(plan: Plan, request: PriceRequest): Promise<PricedPlan | undefined> {
  const { input, output, amount, slippage, dstChainSlug, contracts, onOrigin, onDestination } = request
  const { originDex, crossing, destinationDex } = plan
  const first = await trade(onOrigin, contracts, originDex, [input, crossing?.carried ?? output], amount)
  if (first === undefined || first.amountOut === 0n) return undefined
  if (crossing === undefined) {
    return {
      plan,
      ...withoutBridge,
      amountOut: first.amountOut,
      minAmountOut: lessSlippage(first.amountOut, slippage),
      priceImpact: impactOf([first]),
    }
  }

  const { bridge, carried } = crossing
  const at = (functionName: string, args: readonly unknown[]) =>
    [contracts[bridge], liquidityBridgeArtifact.abi, functionName, args] as const
  const [arriving, messageFee, available] = await Promise.all([
    onOrigin(...at("quote", [contracts[carried], first.amountOut])),
    onOrigin(...at("messageFee", [dstChainSlug])),
    onDestination(...at("available", [contracts[carried]])),
  ])
  if (arriving === undefined || messageFee === undefined || available === undefined) return undefined
  if (arriving === 0n || arriving > available) return undefined
  const last = await trade(onDestination, contracts, destinationDex, [carried, output], arriving)
  if (last === undefined || last.amountOut === 0n) return undefined
  return {
    plan,
    bridgedAmount: first.amountOut,
    minBridgedAmount: originDex === undefined ? first.amountOut : lessSlippage(first.amountOut, slippage),
    bridgeFee: first.amountOut - arriving,
    amountOut: last.amountOut,
    minAmountOut: lessSlippage(last.amountOut, slippage),
    messageFee,
    priceImpact: impactOf([first, last]),
  }
}

const withoutBridge = { bridgedAmount: 0n, minBridgedAmount: 0n, bridgeFee: 0n, messageFee: 0n } as const

type Trade = {
  readonly amountOut: bigint
  /** The output at the price of a trade that is too small to move it. */
  readonly unmoved: bigint
}

async function trade(
  read: ReadUint,
  contracts: MarketContracts,
  dex: Dex | undefined,
  [from, to]: readonly [MarketToken, MarketToken],
  amount: bigint,
): Promise<Trade | undefined> {
  if (dex === undefined) return { amountOut: amount, unmoved: amount }
  const readAmount = (functionName: "quote" | "spotQuote") => {
    const args: readonly [Address, Address, bigint] = [contracts[from], contracts[to], amount]
    return read(contracts[dex], constantProductDexArtifact.abi, functionName, args)
  }
  const [amountOut, spot] = await Promise.all([readAmount("quote"), readAmount("spotQuote")])
  if (amountOut === undefined || spot === undefined) return undefined
  return { amountOut, unmoved: (spot * BigInt(wholeBps - dexes[dex].feeBps)) / BigInt(wholeBps) }
}

const wholeBps = 10_000

/** Compares what the trades give with what they would give at unmoved prices. */
function impactOf(trades: readonly Trade[]): bigint {
  const kept = trades.reduce(
    (part, { amountOut, unmoved }) => (unmoved === 0n ? part : (part * amountOut) / unmoved),
    million * million,
  )
  return kept > million * million ? 0n : million - kept / million
}

const million = 10n ** 6n

/** Estimates the gas of a plan's transaction on the origin. All that follows is paid by the devnet's actors. */
export function gasOf({ originDex, crossing }: Plan): bigint {
  return gasOfRouter + (originDex === undefined ? 0n : gasOfSwap) + (crossing === undefined ? 0n : gasOfBridge)
}

// A little above what was measured.
const gasOfRouter = 100_000n
const gasOfSwap = 80_000n
const gasOfBridge = 180_000n

export function secondsOf({ crossing }: Plan, { pace, blockTime = 0 }: Timing): number {
  const block = Math.max(1, Math.ceil(blockTime / 1000))
  if (crossing === undefined) return block
  return block * blocksOfMessage + Math.ceil((pace * statesOfMessage) / 1000) + bridges[crossing.bridge].delay
}

/** How long a message stays in each state, and how far blocks are apart. Milliseconds. */
export type Timing = { readonly pace: number; readonly blockTime?: number | undefined }

/** Blocks and states between the user's transaction and the delivery. */
const blocksOfMessage = 2
const statesOfMessage = 7

/** What a plan brings in dollars more than it takes, less its gas and its message fee. */
export function netValueInUsd({ plan, messageFee }: PricedPlan, gainInUsd: number, gasPrice: bigint): number {
  return gainInUsd - valueInUsd(nativeInfo, messageFee + gasOf(plan) * gasPrice)
}

/** Suggests how far prices may move until a plan's trades are done, in percent. Only the curve's prices move. */
export function suggestedSlippage({ originDex, destinationDex }: Plan): string {
  return originDex === "curve" || destinationDex === "curve" ? "0.5" : "0.1"
}

/** Exact: a fraction of the smallest unit is rounded up, in favor of the receiver. `slippage` is a decimal percentage. */
export function lessSlippage(amount: bigint, slippage: string): bigint {
  return amount - (amount * parseAmount(slippage, decimals)) / hundredPercent
}

const decimals = 18
const hundredPercent = 100n * 10n ** BigInt(decimals)
