/** Chooses at most so many items by chance, in their own order. The same seed chooses the same ones. */
export function sample<Item>(items: readonly Item[], most: number, seed: number): Item[] {
  const random = randomFrom(seed)
  const keyed = items.map((item, index) => ({ item, index, key: random() }))
  const chosen = keyed.sort((one, other) => one.key - other.key).slice(0, most)
  return chosen.sort((one, other) => one.index - other.index).map(({ item }) => item)
}

/** Numbers from 0 to 1 by the mulberry32 generator, which needs 32 bits of state. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
