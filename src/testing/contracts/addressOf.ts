import { type Address, getAddress } from "viem"

import type { Addressed } from "./WorldContract.js"

/** The address of what has one, with its checksum. */
export function addressOf(addressed: Addressed): Address {
  return getAddress(typeof addressed === "string" ? addressed : addressed.address)
}
