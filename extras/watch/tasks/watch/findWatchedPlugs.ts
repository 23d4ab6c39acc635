import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { loadWiring } from "#src/plugin/config/loadWiring.js"
import type { ContractBook } from "#src/plugin/contracts/ContractBook.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** A plug whose messages are watched. */
export type WatchedPlug = { readonly chain: ChainEntry; readonly address: Address }

/**
 * Finds the plugs to watch: those that are named, or else those of the project's wiring.
 *
 * @param plugs names or addresses: `Counter` on each chain that has it, `Counter@alpha` or `0x…@alpha` on one
 * @throws {InvalidInputError} a plug is not known, or none is named and there is no wiring
 */
export async function findWatchedPlugs(
  hre: HardhatRuntimeEnvironment,
  plugs: readonly string[] | undefined,
  book: ContractBook,
): Promise<WatchedPlug[]> {
  const chains = chainsOf(hre.config.plugs)
  const find = async (name: string, on: ChainEntry | undefined, argument: string): Promise<WatchedPlug> => {
    const { chain, address } = await book.find(name, { chain: on, argument })
    if (chain !== undefined) return { chain, address }
    const problem = "it does not say on which chain the plug is"
    throw new InvalidInputError({ argument, problem, fix: `Add the chain, such as ${name}@alpha.` })
  }
  if (plugs !== undefined) {
    const argument = "--plug"
    const named = plugs.flatMap((plug) => {
      const [name = "", on] = plug.split("@")
      if (on !== undefined) return [find(name, findChain(chains, on, argument), argument)]
      const having = chains.filter(({ slug }) => book.names(slug).includes(name))
      return having.length === 0
        ? [find(name, undefined, argument)]
        : having.map((chain) => find(name, chain, argument))
    })
    return await Promise.all(named)
  }
  const { applications } = await loadWiring(undefined, hre.config)
  const wired = applications.flatMap(({ contracts }) =>
    [...contracts].map(([chain, name]) => {
      const argument = `wiring: contract on ${chain}`
      return find(name, findChain(chains, chain, argument), argument)
    }),
  )
  return await Promise.all(wired)
}
