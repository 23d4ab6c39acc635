import type { Client, Hex } from "viem"

import { numberToHex } from "viem/utils"

import { readRevert } from "../../../onchain/reading/readRevert.js"
import type { SimulatedCall } from "./simulate.js"

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
