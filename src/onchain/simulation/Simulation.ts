import type { Address, Hex } from "viem"
import { isAddressEqual, numberToHex } from "viem/utils"

export type CallToSimulate = {
  readonly to: Address
  readonly data: Hex
  /** Wei to attach. Default: 0. */
  readonly value?: bigint | undefined
  /** Default: as much as the node allows. */
  readonly gas?: bigint | undefined
}

/** A call as the methods of nodes take it. */
export function toCallRequest(account: Address, { to, data, value = 0n, gas }: CallToSimulate): object {
  const limit = gas === undefined ? {} : { gas: numberToHex(gas) }
  return { from: account, to, data, value: numberToHex(value), ...limit }
}

export type SimulateCallsParameters = {
  /** The account that makes the calls. */
  readonly account: Address
  /** Each call sees what the calls before it have done. */
  readonly calls: readonly CallToSimulate[]
  /** The block on whose state to simulate. Default: the newest. */
  readonly blockNumber?: bigint | undefined
}

/** A log that a simulated call would emit. viem's `parseEventLogs` reads it. */
export type SimulatedLog = {
  readonly address: Address
  readonly topics: [] | [signature: Hex, ...indexed: Hex[]]
  readonly data: Hex
}

/** Native currency that a simulated call would move, in wei. Never 0. */
export type NativeTransfer = { readonly from: Address; readonly to: Address; readonly value: bigint }

/** The effects of simulated calls. Parts that revert inside a call leave nothing behind, so they are not in it. */
export type SimulatedEffects = {
  readonly status: "success"
  /** In the order in which they would be emitted. */
  readonly logs: readonly SimulatedLog[]
  /** Includes the value that the calls attach. */
  readonly nativeTransfers: readonly NativeTransfer[]
  /** What each call returned. */
  readonly outputs: readonly Hex[]
}

export type SimulatedRevert = {
  readonly status: "reverted"
  /** Which of the calls reverts, from 0. */
  readonly index: number
  readonly data: Hex
}

export type Simulation = SimulatedEffects | SimulatedRevert

/** Computes the native currency that leaves an account, less what comes back to it, in wei and without gas. Below 0 if it gains. */
export function nativeCost({ nativeTransfers }: Pick<SimulatedEffects, "nativeTransfers">, account: Address): bigint {
  let cost = 0n
  for (const { from, to, value } of nativeTransfers) {
    if (isAddressEqual(from, account)) cost += value
    if (isAddressEqual(to, account)) cost -= value
  }
  return cost
}
