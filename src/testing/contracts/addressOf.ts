import { type Address, getAddress, isAddress } from "viem"

import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { describeArgument } from "../arguments/describeArgument.js"
import type { Addressed } from "./WorldContract.js"

/**
 * The address of what has one, with its checksum.
 *
 * @throws {InvalidInputError} it is none and has none
 */
export function addressOf(addressed: Addressed, argument = "address"): Address {
  // Users without TypeScript can give anything.
  const given: unknown = addressed
  const address: unknown = typeof given === "object" && given !== null && "address" in given ? given.address : given
  if (typeof address === "string" && isAddress(address, { strict: false })) return getAddress(address)
  throw new InvalidInputError({
    argument,
    problem: `${describeArgument(address)} is neither an address nor something that has one`,
    fix: "Give 0x followed by 40 hexadecimal digits, or a contract or an account.",
  })
}
