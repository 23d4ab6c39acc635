import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Abi, type Address, zeroAddress } from "viem"

import { findOwnContract } from "../call/findOwnContract.js"
import type { disconnectRows } from "../index.js"
import type { ConnectFunction } from "#src/messaging/onchain/connection/connectCall.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import type { ContractBook, FoundContract } from "#src/plugin/contracts/ContractBook.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** What `messaging connect` and `messaging disconnect` both take. */
export type EndsArguments = Values<typeof disconnectRows>

/** A plug of the project, and the chain that it is connected to or disconnected from. */
export type Ends = {
  readonly plug: Address
  readonly contract: FoundContract
  readonly source: ChainEntry
  readonly to: ChainEntry
  readonly chains: readonly ChainEntry[]
  readonly book: ContractBook
  /** The function that connects the plug. */
  readonly way: ConnectFunction
}

/**
 * Finds what a command that connects or disconnects a plug names.
 *
 * @throws {InvalidInputError} no contract has the name, or a chain is missing or not known
 */
export async function findEnds(hre: HardhatRuntimeEnvironment, args: EndsArguments): Promise<Ends> {
  const reference = { text: args.plug, argument: "plug", from: args.from, others: [args.to] }
  const { contract, source, chains, book } = await findOwnContract(hre, reference)
  const to = findChain(chains, args.to, "--to")
  if (to.slug === source.slug) {
    const problem = `${source.name} is the chain of the plug itself`
    throw new InvalidInputError({ argument: "--to", problem, fix: "Name the chain of its sibling." })
  }
  return { plug: contract.address, contract, source, to, chains, book, way: readConnectFunction(args, contract.abi) }
}

/**
 * Finds the plug to connect to.
 *
 * @throws {InvalidInputError} no contract has the name, or it is the zero address
 */
export async function findSibling(
  { source, to, book }: Ends,
  { plug, sibling }: { readonly plug: string; readonly sibling: string },
): Promise<FoundContract> {
  if (sibling.trim() === zeroAddress) {
    const ends = { plug, from: source.name, to: to.name }
    throw new InvalidInputError({
      argument: "sibling",
      problem: "the zero address is no plug: with it the plug would be disconnected",
      fix: `Run npx hardhat ${commandLine("messaging disconnect", ends, { positional: ["plug"] })}.`,
    })
  }
  return await book.find(sibling, { chain: to, argument: "sibling" })
}

/** The types of what a name alone stands for. */
const usual = "uint32,address,address"

/** The function that connects: as the command names it, or as the project's artifact has it where its parameters are others than usual. */
export function readConnectFunction(
  { function: wanted, args }: { readonly function: string; readonly args: string | undefined },
  abi: Abi | undefined,
): ConnectFunction {
  const values = args?.split(",").map(readConnectArgument)
  if (wanted.includes("(")) return { signature: wanted, args: values }
  const [own, another] = (abi ?? []).filter((item) => item.type === "function" && item.name === wanted)
  const isOwn = own?.type === "function" && another === undefined
  return isOwn && own.inputs.map(({ type }) => type).join() !== usual
    ? { functionName: wanted, abi: [own], args: values }
    : { functionName: wanted, args: values }
}

/** A number, `true`, `false`, or text, which can be the name of an end of the connection. */
function readConnectArgument(text: string): unknown {
  const word = text.trim()
  if (/^\d+$/.test(word)) return BigInt(word)
  return word === "true" || word === "false" ? word === "true" : word
}
