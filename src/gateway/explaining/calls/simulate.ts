import type { Address, Client, Hex } from "viem"
import { call } from "viem/actions"
import { numberToHex } from "viem/utils"

import { readRevert } from "../../../onchain/readRevert.js"

/** A call as its right sender would make it. */
export type SimulatedCall = {
  readonly from: Address
  /** `null` deploys a contract. */
  readonly to: Address | null
  readonly data: Hex
  readonly value?: bigint | undefined
  readonly gas?: bigint | undefined
  /** The block on whose state it is simulated. Default: the newest one. */
  readonly blockNumber?: bigint | undefined
}

/** What a call would come to; `undefined` where the node did not say. */
export type Simulation = { readonly reverts: false } | { readonly reverts: true; readonly data: Hex } | undefined

/** Enough for any value that a call carries. */
const wealth = 2n ** 128n

/** Simulates a call. Its sender has whatever the call carries. */
export async function simulate(client: Client, { from, value, ...rest }: SimulatedCall): Promise<Simulation> {
  const rich = value === undefined || value === 0n ? {} : { stateOverride: [{ address: from, balance: wealth }] }
  try {
    await call(client, { account: from, value, ...rest, ...rich })
    return { reverts: false }
  } catch (error) {
    const revert = readRevert(error, [])
    return revert === undefined ? undefined : { reverts: true, data: revert.data }
  }
}

/** What a call does with more gas than its limit: how much it uses if it succeeds, or with how much it fails too. */
export type MoreGas = { readonly needed: bigint } | { readonly failsWith: bigint }

/**
 * Gas that a call is tried with beyond its limit. Not the most that a chain allows, because Hardhat's node takes about a second for each
 * million that a loop without end burns.
 */
const mostMore = 1_000_000n

/**
 * Tries a call that fails with its limit once more, with a million gas above it.
 *
 * @returns `undefined` if the node did not say, or the limit would have sufficed
 */
export async function tryWithMoreGas(
  client: Client,
  { from, to, data, value = 0n }: SimulatedCall,
  limit: bigint,
): Promise<MoreGas | undefined> {
  const gas = limit + mostMore
  const call = { from, to, data, value: numberToHex(value), gas: numberToHex(gas) }
  const rich = value === 0n ? [] : [{ [from]: { balance: numberToHex(2n ** 128n) } }]
  try {
    // Not with `estimateGas` of viem, which leaves the gas out.
    const params = [call, "latest", ...rich]
    const answer: Hex = await client.request({ method: "eth_estimateGas", params } as never)
    const needed = BigInt(answer)
    return needed > limit ? { needed } : undefined
  } catch (error) {
    const hasFailed = readRevert(error, []) !== undefined || /out ?of ?gas|gas required exceeds/i.test(String(error))
    return hasFailed ? { failsWith: gas } : undefined
  }
}
