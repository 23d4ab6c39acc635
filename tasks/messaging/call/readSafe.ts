import type { Address } from "viem"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/**
 * Returns the Safe that a file is for: the account of `--account`.
 *
 * @throws {InvalidInputError} it is missing
 */
export function readSafe(account: Address | undefined): Address {
  if (account !== undefined) return account
  const fix = "Add --account with the Safe's address."
  throw new InvalidInputError({ argument: "--account", problem: "it is missing", fix })
}
