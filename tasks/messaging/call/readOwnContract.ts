import { sourceChain } from "../../../src/plugin/config/chainsOf.js"
import type { ContractBook, FoundContract } from "../../../src/plugin/contracts/ContractBook.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"

export type ReadOwnContractParameters = {
  /** The name or address of the contract. */
  readonly text: string
  /** The name of the argument in errors. */
  readonly argument: string
  readonly chains: readonly ChainEntry[]
  /** What `--from` says. */
  readonly from: string | undefined
  /** What `--network` says. */
  readonly network: string | undefined
}

/**
 * Reads one of the project's contracts and the chain that it is on: the one of `--from`, of `--network`, or else the only one that has the
 * name.
 *
 * @throws {InvalidInputError} no contract has the name, or its chain is not clear
 * @example
 * const { contract, source } = await readOwnContract(book, { text: "Greeter@alpha", argument: "plug", chains, from, network })
 */
export async function readOwnContract(
  book: ContractBook,
  { text, argument, chains, from, network }: ReadOwnContractParameters,
): Promise<{ contract: FoundContract; source: ChainEntry }> {
  const isGiven = from !== undefined || network !== undefined
  const chain = isGiven ? sourceChain(chains, { from, network }) : undefined
  const contract = await book.find(text, { chain, argument })
  const source = chain ?? contract.chain ?? sourceChain(chains, { from, network })
  return { contract, source }
}
