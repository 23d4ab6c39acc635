import { nativeInfo, valueInUsd } from "../tokens.js"
import type { Plan } from "./plans.js"
import type { PricedPlan } from "./pricePlan.js"
import { bridges } from "../providers.js"

/** Estimates the gas of a plan's transaction on the origin. All that follows is paid by the devnet's actors. */
export function gasOf({ originDex, crossing }: Plan): bigint {
  return gasOfRouter + (originDex === undefined ? 0n : gasOfSwap) + (crossing === undefined ? 0n : gasOfBridge)
}

// A little above what was measured.
const gasOfRouter = 100_000n
const gasOfSwap = 80_000n
const gasOfBridge = 180_000n

/** Estimates the seconds that a plan takes. */
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

/** The value of a plan's output in dollars, less its gas and its message fee. */
export function netValueInUsd({ plan, messageFee }: PricedPlan, outputInUsd: number, gasPrice: bigint): number {
  return outputInUsd - valueInUsd(nativeInfo, messageFee + gasOf(plan) * gasPrice)
}
