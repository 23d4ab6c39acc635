import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { sourceChain, sourceChainIfGiven } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { type ContractBook, type FoundContract, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { ChainEntry } from "#src/primitives/chains.js"

export type OwnContractReference = {
  /** The name or address of the contract. */
  readonly text: string
  /** The name of the argument in errors. */
  readonly argument: string
  /** What `--from` says. */
  readonly from: string | undefined
  /** Other texts of the command that can name chains. */
  readonly others: readonly (string | undefined)[]
}

/** A contract of the project, and what the names of the command mean. */
export type OwnContract = {
  readonly contract: FoundContract
  /** The chain that it is on. */
  readonly source: ChainEntry
  readonly chains: readonly ChainEntry[]
  readonly book: ContractBook
}

/**
 * Finds one of the project's contracts and the chain that it is on: the one of `--from`, of `--network`, or else the only one that has
 * the name.
 *
 * @throws {InvalidInputError} no contract has the name, or its chain is not clear
 * @example
 * const { contract, source } = await findOwnContract(hre, { text: "Greeter@alpha", argument: "plug", from, others: [args.to] })
 */
export async function findOwnContract(
  hre: HardhatRuntimeEnvironment,
  { text, argument, from, others }: OwnContractReference,
): Promise<OwnContract> {
  const { network } = hre.globalOptions
  const chains = await chainsFor(hre, [from ?? network, ...others])
  const book = await openContractBook(hre, chains)
  const chain = sourceChainIfGiven(chains, { from, network })
  const contract = await book.find(text, { chain, argument })
  const source = chain ?? contract.chain ?? sourceChain(chains, { from, network })
  return { contract, source, chains, book }
}
