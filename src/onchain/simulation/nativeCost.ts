import type { Address } from "viem"

import { isAddressEqual } from "viem/utils"

import type { SimulatedEffects } from "./types.js"

/** Computes the native currency that leaves an account, less what comes back to it, in wei and without gas. Below 0 if it gains. */
export function nativeCost({ nativeTransfers }: Pick<SimulatedEffects, "nativeTransfers">, account: Address): bigint {
  let cost = 0n
  for (const { from, to, value } of nativeTransfers) {
    if (isAddressEqual(from, account)) cost += value
    if (isAddressEqual(to, account)) cost -= value
  }
  return cost
}
