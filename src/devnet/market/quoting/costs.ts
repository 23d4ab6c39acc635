import { nativeInfo, valueInUsd } from "../tokens.js"
import type { Plan } from "./plans.js"
import type { PricedPlan } from "./pricePlan.js"
import { bridges } from "../providers.js"

/** About what a plan's transaction on the origin takes; the rest is paid by those who carry it on. */
export function gasOf({ originDex, crossing }: Plan): bigint {
  return gasOfRouter + (originDex === undefined ? 0n : gasOfSwap) + (crossing === undefined ? 0n : gasOfBridge)
}

// A little above what was measured.
const gasOfRouter = 100_000n
const gasOfSwap = 80_000n
const gasOfBridge = 180_000n

/** Seconds that a plan takes, when every state of a message lasts for `pace` milliseconds, and a block for `blockTime`. */
export function secondsOf({ crossing }: Plan, { pace, blockTime = 0 }: Timing): number {
  const block = Math.max(1, Math.ceil(blockTime / 1000))
  if (crossing === undefined) return block
  return block * blocksOfMessage + Math.ceil((pace * statesOfMessage) / 1000) + bridges[crossing.bridge].delay
}

export type Timing = { readonly pace: number; readonly blockTime?: number | undefined }

/** From the user's transaction to the delivery: sealed, proposed, attested, executed. */
const blocksOfMessage = 2
const statesOfMessage = 7

/** Dollars that remain of what a plan gives when its gas and its message are paid. */
export function netValueInUsd({ plan, messageFee }: PricedPlan, outputInUsd: number, gasPrice: bigint): number {
  return outputInUsd - valueInUsd(nativeInfo, messageFee + gasOf(plan) * gasPrice)
}
