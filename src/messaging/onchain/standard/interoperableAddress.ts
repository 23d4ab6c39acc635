import type { Address, Hex } from "viem"
import { concat, getAddress, isHex, numberToHex, size, slice } from "viem/utils"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/** An account on an EVM chain. */
export type InteroperableAddress = { readonly chainId: number | bigint; readonly address: Address }

/** Version 1, and the type of EVM chains. */
const head = "0x00010000"

/**
 * Encodes an account on an EVM chain as ERC-7930 has it: version, chain type, chain id and address, the last two with their lengths.
 *
 * @param account.chainId what `block.chainid` is there; the protocol's slug of a chain can differ
 * @returns 27 bytes or more
 * @example
 * encodeInteroperableAddress({ chainId: 10, address: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE" })
 * // "0x00010000010a14eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
 */
export function encodeInteroperableAddress({ chainId, address }: InteroperableAddress): Hex {
  const length = Math.ceil(BigInt(chainId).toString(16).length / 2)
  const reference = numberToHex(chainId, { size: length })
  return concat([head, numberToHex(length, { size: 1 }), reference, "0x14", address]).toLowerCase() as Hex
}

/**
 * Decodes an account on an EVM chain from the one form that ERC-7930 gives it. The inverse of {@link encodeInteroperableAddress}.
 *
 * @throws {InvalidInputError} it is not an account of an EVM chain: it is too short or too long, has another version or type of chain,
 * names no chain or no account, or its chain id begins with zeros
 * @example
 * const { chainId, address } = decodeInteroperableAddress("0x00010000010a14eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")
 */
export function decodeInteroperableAddress(encoded: string): { readonly chainId: bigint; readonly address: Address } {
  const account = isHex(encoded) && size(encoded) >= 27 && size(encoded) <= 58 ? split(encoded) : undefined
  if (account === undefined || encodeInteroperableAddress(account) !== encoded.toLowerCase()) {
    throw new InvalidInputError({
      argument: "encoded",
      problem: `${inQuotes(encoded)} is not an account of an EVM chain as ERC-7930 has it`,
      fix: "Give version 0001, chain type 0000, the chain id without leading zeros and 20 bytes, the last two after their lengths.",
    })
  }
  return account
}

function split(encoded: Hex): { chainId: bigint; address: Address } {
  const end = size(encoded) - 20
  return { chainId: BigInt(slice(encoded, 5, end - 1)), address: getAddress(slice(encoded, end)) }
}
