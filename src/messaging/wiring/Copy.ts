import type { Address, Client } from "viem"

import type { WiringChains } from "./Wiring.js"

/** A copy of a chain: a development node on which everybody can be impersonated, and from which nothing reaches the chain. */
export type Copy = {
  readonly slug: number
  readonly name: string
  readonly socket: Address
  readonly client: Client
}

/** The copies of a wiring's chains, where each one that was reached is a copy. */
export function copiesOf(chains: WiringChains): Copy[] {
  return Object.entries(chains).flatMap(([name, chain]) =>
    "publicClient" in chain ? [{ name, slug: chain.slug, socket: chain.socket, client: chain.publicClient }] : [],
  )
}
