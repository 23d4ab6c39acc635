import type { Address, Hex } from "viem"

import { checkTimeoutId } from "../../src/gateway/wire/parameters.js"
import { checkHash } from "../../src/primitives/checks.js"
import type { ChainEntry } from "../../src/primitives/chains.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import type { ContractBook } from "../../src/plugin/contracts/ContractBook.js"

export type TimeoutQueryArguments = { tx: string | undefined; id: string | undefined; target: string | undefined }

/**
 * Reads which timeouts to show.
 *
 * @param gatewayChain the chain of the target
 * @throws {InvalidInputError} no option says which, or one is wrong; the error names it
 */
export async function readTimeoutQuery(
  { tx, id, target }: TimeoutQueryArguments,
  { book, gatewayChain }: { readonly book: ContractBook; readonly gatewayChain: ChainEntry },
): Promise<{ txHash?: Hex; timeoutId?: string; target?: Address }> {
  if (tx === undefined && id === undefined && target === undefined) {
    throw new InvalidInputError({
      argument: "--tx, --id or --target",
      problem: "none is given",
      fix: "Select timeouts by the transaction that scheduled them, by timeout id, or by the contract that they call.",
    })
  }
  const find = async (text: string): Promise<Address> =>
    (await book.find(text, { chain: gatewayChain, argument: "--target" })).address
  return {
    ...(tx === undefined ? {} : { txHash: checkHash(tx, "--tx") }),
    ...(id === undefined ? {} : { timeoutId: checkTimeoutId(id, "--id") }),
    ...(target === undefined ? {} : { target: await find(target) }),
  }
}
