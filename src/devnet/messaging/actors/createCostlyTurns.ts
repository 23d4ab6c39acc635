import type { Clock } from "../../../primitives/clock.js"

/** Does what may take long, one after another and not all the time. */
export type CostlyTurns = {
  /**
   * Does some work for each item, in order, until the time of this turn is used up. What is left, or comes during the rest after it, is
   * not done: the relay brings it again.
   */
  inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void>
}

/** After each turn, a chain has as long as the turn took for everybody else. */
export function createCostlyTurns(clock: Pick<Clock, "now">): CostlyTurns {
  let restUntil = 0
  return {
    async inTurn(items, work) {
      const begun = clock.now()
      if (begun < restUntil) return
      for (const item of items) {
        await work(item)
        if (clock.now() - begun >= turn) break
      }
      const ended = clock.now()
      if (ended - begun >= turn) restUntil = ended + (ended - begun)
    },
  }
}

/** Milliseconds after which no further item of a turn is begun. */
const turn = 200
