import type { Fork, ForkedBlock } from "../wire/forkChain.js"

/** Names the forks that something was tried on, as the end of a sentence. */
export function sayForks(forks: ReadonlyMap<string, Fork>): string {
  const blocks = blocksOf(forks).map(({ chain, number }) => `${chain} at block ${number}`)
  return blocks.length < 2 ? blocks.join("") : `${blocks.slice(0, -1).join(", ")} and ${blocks.at(-1) ?? ""}`
}

/** The forks that something was tried on, with the fields that they have in JSON. */
export function forkFields(forks: ReadonlyMap<string, Fork>): Record<string, unknown>[] {
  return blocksOf(forks).map(({ chain, number, hash }) => ({ chainName: chain, blockNumber: number, blockHash: hash }))
}

/** In the order of the names: the forks are opened at the same time. */
function blocksOf(forks: ReadonlyMap<string, Fork>): ForkedBlock[] {
  return [...forks.values()].map(({ block }) => block).sort((one, other) => (one.chain < other.chain ? -1 : 1))
}
