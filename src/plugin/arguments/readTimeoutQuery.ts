import type { Address, Hex } from "viem"

import { checkTimeoutId } from "../../gateway/wire/parameters.js"
import { parseAddress } from "../../primitives/address.js"
import { checkHash } from "../../primitives/checks.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"

export type TimeoutQueryArguments = { tx: string | undefined; id: string | undefined; target: string | undefined }

/**
 * Which timeouts a command line asks for.
 *
 * @throws {InvalidInputError} it says nothing of which, or something that can't be right
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
      fix: "Say which timeouts: by the transaction that scheduled them, by one's id, or by the contract that they call.",
    })
  }
  return {
    ...(tx === undefined ? {} : { txHash: checkHash(tx, "--tx") }),
    ...(id === undefined ? {} : { timeoutId: checkTimeoutId(id, "--id") }),
    ...(target === undefined ? {} : { target: parseAddress(target, "--target") }),
  }
}
