import type { Address } from "viem"

import type { Queue } from "./Queue.js"

/** What an actor does in one stage on one chain. */
export type StageHandler<Stage extends string, Item> = {
  readonly stage: Stage
  readonly chainSlug: number
  /** The account that acts, where several do the same stage on a chain. */
  readonly account?: Address | undefined
  /**
   * Moves these items on and brings the ledger up to date. An item that cannot be moved is left as it is, and comes again.
   */
  perform(items: readonly Item[]): Promise<void>
}

/** A stage handler with the queue that it takes its items from. */
export type Worker<Stage extends string, Item = unknown> = StageHandler<Stage, Item> & {
  readonly queue: Queue<Stage, Item>
  /** The largest number of items that it takes at once. */
  readonly batchSize: number
}

/** The workers of one protocol, or of several. */
export type WorkerGroup<Stage extends string> = {
  readonly workers: readonly Worker<Stage>[]
  /**
   * Resolves when nothing that these workers' accounts sent in an earlier run is still waiting to be mined, and the ledgers
   * know of it and of everything else that was mined.
   */
  readonly settled: () => Promise<void>
}

/** Combines the workers of several protocols, so that one relay runs them. */
export function joinWorkerGroups<Stage extends string>(groups: readonly WorkerGroup<Stage>[]): WorkerGroup<Stage> {
  return {
    workers: groups.flatMap(({ workers }) => workers),
    async settled() {
      await Promise.all(groups.map((group) => group.settled()))
    },
  }
}
