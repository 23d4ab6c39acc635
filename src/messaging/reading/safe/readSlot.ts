import { type Address, BaseError, type Hex } from "viem"
import { getStorageAt } from "viem/actions"
import { getAddress, size, slice } from "viem/utils"

import { type ChainView, once } from "../ChainView.js"

/** Reads the address in a word of storage; `null` if there is none. Throws the errors of viem if the node does not answer. */
export async function readSlot(view: ChainView, address: Address, slot: Hex): Promise<Address | null> {
  const { client, blockNumber } = view
  const word = await once(view, `slot ${slot} of ${address}`, () =>
    getStorageAt(client, { address, slot, blockNumber }),
  )
  if (word === undefined || size(word) > 32) throw new BaseError("the node gives no word of its storage")
  // Some nodes leave zeros out.
  return BigInt(word) === 0n ? null : getAddress(slice(`0x${word.slice(2).padStart(64, "0")}`, 12))
}
