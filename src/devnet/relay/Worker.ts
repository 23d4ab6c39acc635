import type { Address } from "viem"

/** What an actor does in one stage on one chain. */
export type StageHandler<Stage extends string, Item> = {
  readonly stage: Stage
  readonly chainSlug: number
  /** The account that acts, where several do the same stage on a chain. */
  readonly account?: Address | undefined
  /** Moves these items on and brings the ledger up to date. An item that cannot be moved is left as it is, and comes again. */
  perform(items: readonly Item[]): Promise<void>
}

export type Worker<Stage extends string, Item = unknown> = StageHandler<Stage, Item> & {
  readonly queue: Queue<Stage, Item>
  readonly batchSize: number
}

export type WorkerGroup<Stage extends string> = {
  readonly workers: readonly Worker<Stage>[]
  /** Resolves when all that these accounts sent in an earlier run is mined, and the ledgers know of it. */
  readonly settled: () => Promise<void>
}

/** Where workers find what to do: items that move from one state to the next. The relay knows nothing else about them. */
export type Queue<Stage extends string, Item = unknown> = {
  /** What its items wait for. */
  readonly stages: readonly Stage[]
  /** Every item that waits for a stage on a chain, due or not, oldest first. */
  waiting(stage: Stage, chainSlug: number): readonly Item[]
  idOf(item: Item): string
  /** Clock time at which the item reached its state. */
  sinceOf(item: Item): number
  /** Clock time before which no worker may take the item, whatever the pace; zero if it may be taken at once. */
  readyAt(item: Item): number
  /** Clock time before which an item is not tried again: it would most likely end the same way. Tests that deliver all try it. */
  restsUntil?(item: Item): number
  /** Whether the item is still in the state it was read in, which means that the worker could not move it. */
  isUnmoved(item: Item): boolean
  /** Calls the listener whenever an item may have moved. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

/** Something that has to be done once, and is attempted until it is. */
export type Job<Subject = unknown> = {
  readonly id: string
  /** What the job is done for: a timeout, for example, or a route. */
  readonly subject: Subject
  /** Clock time at which the devnet first saw that it has to be done. */
  readonly since: number
  /** Clock time before which it is not attempted. */
  readonly readyAt: number
  /** Clock time until which it is left alone after an attempt that failed for no reason that time cures. Default: zero. */
  readonly restsUntil?: number
}

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
