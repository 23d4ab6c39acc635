/** Decides whether one more retry may go out. */
export type RetryBudget = {
  /** Takes one retry, if there is one left. */
  spend(): boolean
  /** Tells that a request got an answer that was no failure. */
  earn(): void
}

const most = 10
const earnedByAnAnswer = 0.5

/**
 * A store of retries that only answers fill up again, so that many callers of a dead server do not multiply their
 * requests by the number of attempts: once it is empty, each request is a single attempt.
 */
export function createRetryBudget(): RetryBudget {
  let left = most
  return {
    spend() {
      if (left < 1) return false
      left -= 1
      return true
    },
    earn() {
      left = Math.min(most, left + earnedByAnAnswer)
    },
  }
}
