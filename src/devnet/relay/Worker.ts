import type { Queue } from "./Queue.js"
import type { Stage } from "./stages.js"

/** One actor's part in one stage on one chain. */
export type Part<Item> = {
  readonly stage: Stage
  readonly chainSlug: number
  /**
   * Does the stage's work on these items and brings the book up to date. An item that could not be moved is left as it is,
   * and comes again.
   */
  perform(items: readonly Item[]): Promise<void>
}

/** A part, and the book that it finds its work in. */
export type Worker<Item = unknown> = Part<Item> & {
  readonly book: Queue<Item>
  /** How many items it takes at once. */
  readonly most: number
}
