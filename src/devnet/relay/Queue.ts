/** Where workers find what to do: items that move from one state to the next. The relay knows nothing else about them. */
export type Queue<Stage extends string, Item = unknown> = {
  /** Every item that waits for a stage on a chain, due or not, oldest first. */
  waiting(stage: Stage, chainSlug: number): readonly Item[]
  idOf(item: Item): string
  /** Clock time at which the item reached its state. */
  sinceOf(item: Item): number
  /** Clock time before which no worker may take the item, whatever the pace; zero if it may be taken at once. */
  readyAt(item: Item): number
  /**
   * Clock time until which an item is left alone that could not be moved, because another try would most likely end in the same way. A test
   * that delivers everything tries it all the same.
   */
  restsUntil?(item: Item): number
  /** Whether the item is still in the state it was read in, which means that the worker could not move it. */
  isUnmoved(item: Item): boolean
  /** Calls the listener whenever an item may have moved. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}
