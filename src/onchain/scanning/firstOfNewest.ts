/** The first of so many of the newest blocks of a chain, or its very first one. */
export function firstOfNewest(blocks: bigint, newest: bigint): bigint {
  return newest >= blocks ? newest - blocks + 1n : 0n
}
