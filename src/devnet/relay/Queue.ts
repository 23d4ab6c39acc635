import type { Stage } from "./stages.js"

/** Where a crew finds its work: items that move from one state to the next. The relay knows nothing else of them. */
export type Queue<Item = unknown> = {
  /** Every item that stands before a stage on a chain, due or not, oldest first. */
  standing(stage: Stage, chainSlug: number): readonly Item[]
  idOf(item: Item): string
  /** Clock time at which the item came to its state. */
  sinceOf(item: Item): number
  /** Clock time before which nobody takes it up, whatever the pace; zero for at once. */
  readyAt(item: Item): number
  /** Whether the item is as it was: an actor that leaves it so could not move it. */
  isUnmoved(item: Item): boolean
  /** Calls the listener whenever an item may have moved. */
  subscribe(listener: () => void): () => void
}
