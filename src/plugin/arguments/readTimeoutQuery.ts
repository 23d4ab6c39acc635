import type { Address, Hex } from "viem"

import { checkTimeoutId } from "../../gateway/wire/parameters.js"
import { parseAddress } from "../../primitives/address.js"
import { checkHash } from "../../primitives/checks.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"

export type TimeoutQueryArguments = { tx: string | undefined; id: string | undefined; target: string | undefined }

/**
 * Reads which timeouts to show.
 *
 * @throws {InvalidInputError} no option says which, or one is wrong; the error names it
 */
export function readTimeoutQuery({ tx, id, target }: TimeoutQueryArguments): {
  txHash?: Hex
  timeoutId?: string
  target?: Address
} {
  if (tx === undefined && id === undefined && target === undefined) {
    throw new InvalidInputError({
      argument: "--tx, --id or --target",
      problem: "none is given",
      fix: "Select timeouts by the transaction that scheduled them, by timeout id, or by the contract that they call.",
    })
  }
  return {
    ...(tx === undefined ? {} : { txHash: checkHash(tx, "--tx") }),
    ...(id === undefined ? {} : { timeoutId: checkTimeoutId(id, "--id") }),
    ...(target === undefined ? {} : { target: parseAddress(target, "--target") }),
  }
}
