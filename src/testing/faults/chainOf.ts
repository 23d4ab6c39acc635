import type { LocalChain } from "../../devnet/chain/chains.js"
import { everyChain } from "../chains/everyChain.js"
import type { OpenWorld } from "../OpenWorld.js"

/** The chains of a world by their names, with the gateway's. */
export function chainsOf(world: OpenWorld): ReadonlyMap<string, LocalChain> {
  return new Map(everyChain(world).map((chain) => [chain.name, chain]))
}

/** The chain of this name. Faults are checked before they begin, so there is one. */
export function chainOf(world: OpenWorld, name: string): LocalChain {
  return chainsOf(world).get(name) as LocalChain
}

export function slugOf(world: OpenWorld, name: string | undefined): number | undefined {
  return name === undefined ? undefined : chainOf(world, name).slug
}
