import type { Address, Client, Hex } from "viem"

import { call } from "viem/actions"

import { readRevert } from "../../../onchain/reading/readRevert.js"

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
