import type { Address } from "viem"

import { checkAddress } from "../../../primitives/checks.js"
import { isForeignAddress, type OrForeign } from "../../../primitives/foreign.js"

/** Parses an address of an EVM chain, or leaves one of another chain as it is: only the API knows its form. */
export function checkAnyAddress(value: unknown, argument: string): OrForeign<Address> {
  const text = typeof value === "string" ? value.trim() : ""
  return isForeignAddress(text) ? text : checkAddress(value, argument)
}
