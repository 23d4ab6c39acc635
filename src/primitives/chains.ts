import type { Address } from "viem"

import { didYouMean } from "./commands/nearest.js"
import { InvalidInputError } from "./InvalidInputError.js"
import type { Hardfork } from "./numbers/gasRules.js"
import { inQuotes } from "./text.js"

export type ChainEntry = {
  /** The key in the configuration, such as `arbitrum`. */
  name: string
  /** The number of the chain in the protocol. */
  slug: number
  /** The Hardhat network that connects to the chain. */
  network: string
  /** The address of the messaging contract. */
  socket?: Address | undefined
  /** What the gas of a call may cost there, in the chain's currency: a decimal number. */
  maxGasCost?: string | undefined
  /** The URLs of other nodes of the chain, which are read when they are used. */
  nodes?: readonly { getUrl(): Promise<string> }[] | undefined
  /** The hardfork by whose rules it asks for gas. */
  hardfork?: Hardfork | undefined
  /** Networks that reach the same chain, and are not read. */
  otherNetworks?: readonly string[] | undefined
}

/**
 * Finds a configured chain by its name, its Hardhat network or its slug, in this order.
 *
 * @param argument the name of the argument in the error
 * @throws {InvalidInputError} no chain matches, in which case the error lists the known ones, or several do
 * @example
 * findChain(chains, "arbitrum", "--dst").slug // 42161
 */
export function findChain(chains: readonly ChainEntry[], nameOrSlug: string | number, argument: string): ChainEntry {
  const wanted = String(nameOrSlug).trim()
  const keys: ((chain: ChainEntry) => string)[] = [(c) => c.name, (c) => c.network, (c) => String(c.slug)]
  for (const keyOf of keys) {
    const [found, another] = chains.filter((chain) => keyOf(chain) === wanted)
    if (found === undefined) continue
    if (another === undefined) return found
    throw new InvalidInputError({
      argument,
      problem: `${inQuotes(wanted)} can mean ${found.name} or ${another.name}`,
      fix: "Use the chain's own name.",
    })
  }
  const twin = chains.find(({ otherNetworks = [] }) => otherNetworks.includes(wanted))
  if (twin !== undefined) throw chainTaken(wanted, twin, argument)
  const known = chains.map((chain) => `${chain.name} (${chain.slug})`).join(", ")
  const names = chains.flatMap(({ name, network, slug }) => [name, network, String(slug)])
  throw new InvalidInputError({
    argument,
    problem: `no chain is called ${inQuotes(wanted)}`,
    fix:
      known === ""
        ? "Add it to plugs.chains in the Hardhat configuration."
        : `${didYouMean(wanted, names)} Known chains: ${known}.`.trim(),
  })
}

/** The error of a network that reaches the same chain as another one, which is read. */
export function chainTaken(
  network: string,
  { name, slug }: { readonly name: string; readonly slug: number | null },
  argument: string,
): InvalidInputError {
  return new InvalidInputError({
    argument,
    problem: `the network ${inQuotes(network)} reaches the chain ${slug}, which ${name} is already`,
    fix: `Give ${name}, or write plugs.chains: { ${network}: { slug: ${slug} } }, which then takes its place.`,
  })
}
