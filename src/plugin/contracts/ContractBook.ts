import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi, Address } from "viem"

import { bookChains, gatewayChainOf } from "../config/chainsOf.js"
import { type BookEntry, readConfiguredEntries } from "./BookEntry.js"
import { findByName } from "./findByName.js"
import { readIgnitionEntries } from "./readIgnitionEntries.js"
import { parseAddress } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"

/** A contract that a task was given by name or by address. */
export type FoundContract = {
  /** The name in the project; absent for an address that the project does not know. */
  readonly name: string | undefined
  /** The chain; absent if an address was given without one. */
  readonly chain: ChainEntry | undefined
  readonly address: Address
  /** Absent if the project has no artifact of the contract. */
  readonly abi: Abi | undefined
  /** The artifact's `sourceName:contractName`, where it is known. */
  readonly source: string | undefined
  /** Where only a file of Ignition says that the name means this address. Anybody who can write into the project can write that. */
  readonly claim?: BookEntry | undefined
}

/** The names of the project's own contracts: from Ignition's deployments, from `plugs.contracts`, and on a devnet by their code. */
export type ContractBook = {
  /** The slug of the chain that app gateways are on. */
  readonly gatewaySlug: number
  /** What of Ignition's deployments could not be read, a sentence with the file each. */
  readonly problems: readonly string[]
  /**
   * Finds a contract by an address, a contract's name or Ignition's id of it, such as `Greeter`, `GreeterModule#Greeter` or
   * `Greeter@beta`.
   *
   * @param options.chain the chain that it must be on. Default: the only one that has the name
   * @param options.argument the name of the argument in errors
   * @throws {InvalidInputError} no contract has the name, or several do; the error lists them
   */
  find(
    nameOrAddress: string,
    options: { readonly chain?: ChainEntry | undefined; readonly argument: string },
  ): Promise<FoundContract>
  /** Returns what a contract is called, such as `Greeter`, or `undefined` if it is none of the project's. */
  nameOf(slug: number, address: string): string | undefined
  /** Returns what the contract at an address is called, if it has one name on all chains. */
  nameAnywhere(address: string): string | undefined
  /** Lists the names, each once, of one chain or of all. */
  names(slug?: number): string[]
}

/**
 * Opens the book of the project's contracts. It reads the lists of addresses; an artifact is read when a contract is found.
 *
 * @param asked chains that the configuration does not have, because their networks had to be asked
 */
export async function openContractBook(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  asked: readonly ChainEntry[] = [],
): Promise<ContractBook> {
  const configured = bookChains(hre.config)
  const chains = [...configured, ...asked.filter(({ name }) => configured.every((chain) => chain.name !== name))]
  const { entries: deployed, problems } = await readIgnitionEntries(hre.config, chains)
  const entries = [...readConfiguredEntries(hre, chains), ...deployed]
  const names = nameEntries(entries)

  const nameOf = (slug: number, address: string): string | undefined => names.get(keyOf(slug, address))
  const found = async ({ chain, address, readArtifact }: BookEntry, name?: string): Promise<FoundContract> => {
    return { name: nameOf(chain.slug, address) ?? name, chain, address, ...(await readArtifact()) }
  }
  return {
    gatewaySlug: gatewayChainOf(hre.config).slug,
    problems,
    nameOf,
    nameAnywhere: (address) => {
      const [name, ...others] = new Set(
        chains.map(({ slug }) => nameOf(slug, address)).filter((each) => each !== undefined),
      )
      return others.length === 0 ? name : undefined
    },
    names: (slug) => [...new Set(listNames(entries, names, slug))],
    async find(nameOrAddress, { chain, argument }) {
      const text = nameOrAddress.trim()
      if (!/^0x/i.test(text)) {
        const unread = [...problems]
        const search = async (wanted: string) => {
          const { findByCode } = await import("./findByCode.js")
          return await findByCode(wanted, { project: hre, chains, unread })
        }
        const { entry, name } = await findByName(text, { entries, chains, problems: unread, chain, argument, search })
        return { ...(await found(entry, name)), claim: deployed.includes(entry) ? entry : undefined }
      }
      const address = parseAddress(text, argument)
      const known = entries.filter(
        (entry) => entry.address === address && (chain ?? entry.chain).slug === entry.chain.slug,
      )
      const [entry, ...others] = known
      const isOnSeveral = chain === undefined && others.some((other) => other.chain.slug !== entry?.chain.slug)
      if (entry === undefined || isOnSeveral) {
        return { name: undefined, chain, address, abi: undefined, source: undefined }
      }
      return await found(entry)
    },
  }
}

function keyOf(slug: number, address: string): string {
  return `${slug} ${address.toLowerCase()}`
}

/** Names each address by its short name, or by its whole id where another contract of the chain has the same short name. */
function nameEntries(entries: readonly BookEntry[]): Map<string, string> {
  const holders = new Map<string, Set<string>>()
  for (const { chain, name, address } of entries) {
    const key = `${chain.slug} ${name}`
    holders.set(key, (holders.get(key) ?? new Set()).add(address))
  }
  const names = new Map<string, string>()
  for (const { chain, name, id, address } of entries) {
    const key = keyOf(chain.slug, address)
    // What the configuration says comes first.
    if (names.has(key)) continue
    names.set(key, (holders.get(`${chain.slug} ${name}`)?.size ?? 1) > 1 ? id : name)
  }
  return names
}

function listNames(entries: readonly BookEntry[], names: ReadonlyMap<string, string>, slug?: number): string[] {
  return entries
    .filter(({ chain }) => slug === undefined || chain.slug === slug)
    .map(({ chain, address, name }) => names.get(keyOf(chain.slug, address)) ?? name)
}
