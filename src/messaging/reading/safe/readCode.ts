import type { Address, Hex } from "viem"
import { getCode } from "viem/actions"

import { type ChainView, once } from "../ChainView.js"

/** Reads all code at an address; `0x` if there is none. Throws the errors of viem if the node does not answer. */
export async function readCode(view: ChainView, address: Address): Promise<Hex> {
  const { client, blockNumber } = view
  return await once(view, `all code ${address}`, async () => (await getCode(client, { address, blockNumber })) ?? "0x")
}
