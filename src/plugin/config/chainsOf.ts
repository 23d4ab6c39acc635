import { type ChainEntry, findChain } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { PlugsConfig } from "./PlugsConfig.js"

/** The configured chains, as the places that look one up take them. */
export function chainsOf(config: PlugsConfig): ChainEntry[] {
  return Object.entries(config.chains).map(([name, chain]) => ({ name, ...chain }))
}

/** What a person calls the chain of a slug: its name in the configuration, or the slug. */
export function nameChains(chains: readonly ChainEntry[]): (slug: number) => string {
  const names = new Map(chains.map(({ slug, name }) => [slug, name]))
  return (slug) => names.get(slug) ?? String(slug)
}

/**
 * The chain that a command is about: the one of `--from`, else the one of `--network`.
 *
 * @throws {InvalidInputError} neither is given, or no chain is called that
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
