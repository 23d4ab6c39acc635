import type { Address } from "viem"

import { InvalidInputError } from "./InvalidInputError.js"
import { quote } from "./quote.js"

/** A chain as the configuration knows it. */
export type ChainEntry = {
  /** The key in the configuration, such as `arbitrum`. */
  name: string
  /** The protocol's number for the chain. */
  slug: number
  /** The Hardhat network that reaches it. */
  network: string
  /** Where the messaging contract is. */
  socket?: Address | undefined
}

/**
 * Finds a configured chain by its name, its Hardhat network or its slug, in this order.
 *
 * @param argument what the error calls it
 * @throws {InvalidInputError} no chain, or several chains, are called that; the known ones are listed
 * @example
 * findChain(chains, "arbitrum", "--dst").slug // 42161
 */
export function findChain(chains: readonly ChainEntry[], nameOrSlug: string | number, argument: string): ChainEntry {
  const wanted = String(nameOrSlug).trim()
  const ways: ((chain: ChainEntry) => string)[] = [(c) => c.name, (c) => c.network, (c) => String(c.slug)]
  for (const way of ways) {
    const [found, another] = chains.filter((chain) => way(chain) === wanted)
    if (found === undefined) continue
    if (another === undefined) return found
    throw new InvalidInputError({
      argument,
      problem: `${quote(wanted)} can mean ${found.name} or ${another.name}`,
      fix: "Use the chain's own name.",
    })
  }
  const known = chains.map((chain) => `${chain.name} (${chain.slug})`).join(", ")
  throw new InvalidInputError({
    argument,
    problem: `no chain is called ${quote(wanted)}`,
    fix: known === "" ? "Add it to plugs.chains in the Hardhat configuration." : `Known chains: ${known}.`,
  })
}
