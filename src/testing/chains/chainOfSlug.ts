import type { DevnetChain } from "../../devnet/Devnet.js"
import type { OpenWorld } from "../OpenWorld.js"

/** The chain with this slug; `undefined` of the gateway's, and of one that is none of this world. */
export function chainOfSlug({ devnet }: OpenWorld, slug: number): DevnetChain<boolean> | undefined {
  return Object.values(devnet.chains).find((chain) => chain.slug === slug)
}
