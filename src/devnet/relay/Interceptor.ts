import type { Address } from "viem"

/**
 * Changes what the actors do, for tests of what can go wrong. Every function is optional.
 *
 * Where several actors do the same stage on a chain, as watchers do, `account` tells which one is meant.
 */
export type Interceptor<Stage extends string, Item = unknown> = {
  /** How many milliseconds longer an item waits for a stage than it would have to. */
  readonly delay?: ((stage: Stage, chainSlug: number, item: Item, account?: Address) => number) | undefined
  /** Chooses which of the due items an actor may take, and in which order. */
  readonly choose?:
    ((stage: Stage, chainSlug: number, items: readonly Item[], account?: Address) => readonly Item[]) | undefined
  /** Runs before an actor begins. It begins with the items that are returned; the others come again after the next change. */
  readonly before?:
    | ((stage: Stage, chainSlug: number, items: readonly Item[], account?: Address) => Promise<readonly Item[]>)
    | undefined
  /** Runs when no actor finds anything to do. Resolves once the interceptor has nothing under way itself. */
  readonly rest?: (() => Promise<void>) | undefined
}
