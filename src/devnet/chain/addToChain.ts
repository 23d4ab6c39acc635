import type { LocalChain } from "./chains.js"

/** Returns a chain with more properties. Unlike a spread, it does not create the chain's clients. */
export function addToChain<More extends object>(chain: LocalChain, more: More): LocalChain & More {
  return Object.defineProperties({ ...more }, Object.getOwnPropertyDescriptors(chain)) as LocalChain & More
}
