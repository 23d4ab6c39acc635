import type { LocalChain } from "./chains.js"

/** Returns a chain with more properties, or other ones. Unlike a spread, it does not create the chain's clients. */
export function addToChain<More extends object>(chain: LocalChain, more: More): LocalChain & More {
  const properties = { ...Object.getOwnPropertyDescriptors(chain), ...Object.getOwnPropertyDescriptors(more) }
  return Object.defineProperties({}, properties) as LocalChain & More
}
