import { keccak_256 } from "@noble/hashes/sha3"
import type { Address, Hash } from "viem"

import { InvalidInputError } from "./InvalidInputError.js"
import { inQuotes } from "./text.js"

const zero = "0x0000000000000000000000000000000000000000"

/**
 * Parses an address and returns it with its checksum. An address in mixed case must have the right checksum; one that is all lower
 * case or all upper case has none.
 *
 * @param argument the name of the argument in the error
 * @throws {InvalidInputError} the text is not 20 bytes of hex, its checksum is wrong, or it is zero and `allowZero` is not set
 * @example
 * parseAddress("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "--plug") // "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
 */
export function parseAddress(text: string, argument: string, options: { allowZero?: boolean } = {}): Address {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(text.trim())?.[1]
  if (hex === undefined) {
    throw new InvalidInputError({
      argument,
      problem: `${inQuotes(text)} is not an address`,
      fix: "Give 0x followed by 40 hexadecimal digits.",
    })
  }
  const address = checksumOf(`0x${hex.toLowerCase()}`)
  const carriesChecksum = hex !== hex.toLowerCase() && hex !== hex.toUpperCase()
  if (carriesChecksum && address !== `0x${hex}`) {
    throw new InvalidInputError({
      argument,
      problem: `${inQuotes(text)} has a wrong checksum, so a digit may be wrong`,
      fix: "Copy the address again, or write it in lower case if you are sure of it.",
    })
  }
  if (address === zero && options.allowZero !== true) {
    throw new InvalidInputError({
      argument,
      problem: "it is the zero address",
      fix: "Give the address of a contract or an account.",
    })
  }
  return address
}

/**
 * Adds the checksum to an address in lower case. For answers with thousands of addresses: the same ones come again and again, and most of
 * the time of parsing went into hashing them.
 *
 * @example
 * checksumOf("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee") // "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
 */
export function checksumOf(plain: Address): Address {
  let checksummed = checksums.get(plain)
  if (checksummed === undefined) {
    // One list can have more than there is room for.
    if (checksums.size === maxChecksums) checksums.clear()
    checksums.set(plain, (checksummed = computeChecksum(plain)))
  }
  return checksummed
}

const checksums = new Map<Address, Address>()

/** These take 2 MB. */
const maxChecksums = 10_000

function computeChecksum(plain: Address): Address {
  const digits = Buffer.from(plain.slice(2), "latin1")
  const hash = keccak_256(digits)
  for (const [index, digit] of digits.entries()) {
    const nibble = (hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)
    if (digit >= letterA && (nibble & 8) !== 0) digits[index] = digit - toUpperCase
  }
  return `0x${digits.toString("latin1")}`
}

const letterA = 0x61
const toUpperCase = 0x20

// viem has both, in a module that takes as long to load as a devnet to start.

export const zeroAddress: Address = `0x${"0".repeat(40)}`

export const zeroHash: Hash = `0x${"0".repeat(64)}`
