/** Cuts a list into lists of at most so many items. */
export function inBatches<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const batches: (readonly Item[])[] = []
  for (let done = 0; done < items.length; done += size) batches.push(items.slice(done, done + size))
  return batches
}
