import type { Address, Hex } from "viem"
import { numberToHex } from "viem/utils"

import type { LocalChain } from "../../chain/chains.js"
import type { ActorCall } from "./callBatch.js"

/** Makes a call as if it came in the next block, and returns what it returns. Rejects if it reverts, or if the chain refuses to run it. */
export async function callPending(
  chain: Pick<LocalChain, "provider">,
  from: Address,
  { to, data, gas, value }: Required<ActorCall>,
): Promise<Hex> {
  const call = { from, to, data, gas: numberToHex(gas), value: numberToHex(value) }
  return (await chain.provider.request({ method: "eth_call", params: [call, "pending"] })) as Hex
}
