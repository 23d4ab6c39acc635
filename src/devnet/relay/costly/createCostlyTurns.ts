import type { Clock } from "../../../primitives/clock.js"

/** Does what may take long, one after another and not all the time. */
export type CostlyTurns = {
  /** Data of calls that wait for their turn, so that nobody finds out again and again that they are costly. */
  readonly waiting: Set<string>
  /**
   * Does some work for each item, in order, until the time of this turn is used up. What is left, or comes during the rest after it, is
   * not done, nor is what somebody else gives while a turn is under way: the relay brings it again.
   */
  inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void>
}

/** After each turn, a chain has as long as the turn took for everybody else. */
export function createCostlyTurns(clock: Pick<Clock, "now">): CostlyTurns {
  let restUntil = 0
  let isUnderWay = false
  return {
    waiting: new Set(),
    async inTurn(items, work) {
      const begun = clock.now()
      if (isUnderWay || begun < restUntil) return
      isUnderWay = true
      try {
        for (const item of items) {
          await work(item)
          if (clock.now() - begun >= turn) break
        }
      } finally {
        isUnderWay = false
        const ended = clock.now()
        if (ended - begun >= turn) restUntil = ended + (ended - begun)
      }
    },
  }
}

/** Milliseconds after which no further item of a turn is begun. */
const turn = 200
