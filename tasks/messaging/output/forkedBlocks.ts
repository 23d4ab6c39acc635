import type { Hash } from "viem"

/** The block of a chain that a fork begins after. */
export type ForkedBlock = { readonly chain: string; readonly number: bigint; readonly hash: Hash }

/** Forks, by the names of their chains. */
export type Forks = ReadonlyMap<string, { readonly block: ForkedBlock }>

/** Names the forks that something was tried on, as the end of a sentence. */
export function sayForks(forks: Forks): string {
  const blocks = blocksOf(forks).map(({ chain, number }) => `${chain} at block ${number}`)
  return blocks.length < 2 ? blocks.join("") : `${blocks.slice(0, -1).join(", ")} and ${blocks.at(-1) ?? ""}`
}

/** The forks that something was tried on, with the fields that they have in JSON. */
export function forkFields(forks: Forks): Record<string, unknown>[] {
  return blocksOf(forks).map(({ chain, number, hash }) => ({ chainName: chain, blockNumber: number, blockHash: hash }))
}

/** In the order of the names: the forks are opened at the same time. */
function blocksOf(forks: Forks): ForkedBlock[] {
  return [...forks.values()].map(({ block }) => block).sort((one, other) => (one.chain < other.chain ? -1 : 1))
}
