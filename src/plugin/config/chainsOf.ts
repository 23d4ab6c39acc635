import { type ChainEntry, findChain } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { PlugsConfig } from "./PlugsConfig.js"

/** Lists the configured chains. */
export function chainsOf(config: PlugsConfig): ChainEntry[] {
  return Object.entries(config.chains).map(([name, chain]) => ({ name, ...chain }))
}

/** Names the chain of a slug: as the configuration does, or by the slug itself. */
export function nameChains(chains: readonly ChainEntry[]): (slug: number) => string {
  const names = new Map(chains.map(({ slug, name }) => [slug, name]))
  return (slug) => names.get(slug) ?? String(slug)
}

/**
 * Returns the slug of a chain that is given by its name or by its slug.
 *
 * @throws {InvalidInputError} no configured chain has the name
 */
export function slugOf(reference: number | string, argument: string, config: PlugsConfig): number {
  return typeof reference === "number" ? reference : findChain(chainsOf(config), reference, argument).slug
}

/**
 * Finds the chain that a command starts from: the one of `--from`, or else the one of `--network`.
 *
 * @throws {InvalidInputError} neither is given, or no chain has that name
 */
export function sourceChain(
  chains: readonly ChainEntry[],
  { from, network }: { from: string | undefined; network: string | undefined },
): ChainEntry {
  if (from !== undefined) return findChain(chains, from, "--from")
  if (network !== undefined) return findChain(chains, network, "--network")
  throw new InvalidInputError({
    argument: "--from",
    problem: "the source chain is missing",
    fix: `Add --from with one of ${chains.map(({ name }) => name).join(", ")}.`,
  })
}
