import type { Address } from "viem"

import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { parseAddress } from "#src/primitives/address.js"

/**
 * Reads from `--account` which Safe a file is for.
 *
 * @throws {InvalidInputError} it is missing, or no address
 */
export function readSafe(account: string | undefined): Address {
  const argument = "--account"
  return parseAddress(readRequired(account, { argument, example: "--account with the Safe's address" }), argument)
}
