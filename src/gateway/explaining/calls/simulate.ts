import type { Address, Client, Hex } from "viem"
import { call } from "viem/actions"
import { numberToHex } from "viem/utils"

import { type CodeFailure, howCodeFails } from "#src/onchain/callErrors.js"
import { readRevert } from "#src/onchain/readRevert.js"

/** A call from the sender that the contract expects. */
export type SimulatedCall = {
  readonly from: Address
  /** `null` deploys a contract. */
  readonly to: Address | null
  readonly data: Hex
  readonly value?: bigint | undefined
  /** The block on whose state it is simulated. Default: the newest one. */
  readonly blockNumber?: bigint | undefined
}

/** How a simulated call ends; `undefined` if the node did not tell. */
export type Simulation =
  { readonly reverts: false; readonly returned: Hex } | { readonly reverts: true; readonly data: Hex } | undefined

/** Enough for any value that a call carries. */
const maxBalance = 2n ** 128n

/** Simulates a call. Its sender is given the value that it carries. */
export async function simulate(client: Client, { from, value, ...rest }: SimulatedCall): Promise<Simulation> {
  const rich = value === undefined || value === 0n ? {} : { stateOverride: [{ address: from, balance: maxBalance }] }
  try {
    const { data: returned = "0x" } = await call(client, { account: from, value, ...rest, ...rich })
    return { reverts: false, returned }
  } catch (error) {
    const revert = readRevert(error, [])
    if (revert !== undefined) return { reverts: true, data: revert.data }
    return howCodeFails(error) === undefined ? undefined : { reverts: true, data: "0x" }
  }
}

/** A call with more gas than its limit: the gas that it uses if it succeeds, or the gas with which it fails too, and how. */
export type MoreGas =
  { readonly needed: bigint } | { readonly failsWith: bigint; readonly how: CodeFailure | undefined }

/** Gas beyond a call's limit. Far below a block's: Hardhat's node takes a second for each million of an endless loop. */
const maxExtraGas = 1_000_000n

/** Tries a call that fails once more with a million gas above its limit; `undefined` if the limit sufficed or the node is silent. */
export async function tryWithMoreGas(
  client: Client,
  { from, to, data, value = 0n }: SimulatedCall,
  limit: bigint,
): Promise<MoreGas | undefined> {
  const gas = limit + maxExtraGas
  const call = { from, to, data, value: numberToHex(value), gas: numberToHex(gas) }
  const rich = value === 0n ? [] : [{ [from]: { balance: numberToHex(maxBalance) } }]
  try {
    // Not with `estimateGas` of viem, which leaves the gas out.
    const params = [call, "latest", ...rich]
    const answer: Hex = await client.request({ method: "eth_estimateGas", params } as never)
    const needed = BigInt(answer)
    return needed > limit ? { needed } : undefined
  } catch (error) {
    const how = howCodeFails(error)
    return how !== undefined || readRevert(error, []) !== undefined ? { failsWith: gas, how } : undefined
  }
}
