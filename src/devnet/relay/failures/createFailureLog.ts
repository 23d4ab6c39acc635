import type { ActorFailedError } from "./ActorFailedError.js"
import type { Worker } from "../Worker.js"

type Place = Pick<Worker<string>, "stage" | "chainSlug">

/** Reports why workers fail: each cause once, however often it comes back before the worker has moved something. */
export type FailureLog = {
  failed(error: ActorFailedError, place: Place): void
  /** The worker has moved something, so what comes next is reported again. */
  worked(place: Place): void
}

export function createFailureLog(report: (error: unknown) => void): FailureLog {
  const reported = new Map<string, Set<string>>()
  const keyOf = ({ stage, chainSlug }: Place) => `${stage} ${chainSlug}`

  return {
    failed(error, place) {
      const causes = reported.get(keyOf(place)) ?? new Set()
      reported.set(keyOf(place), causes)
      const cause = withoutNumbers(error.reason)
      if (causes.has(cause)) return
      causes.add(cause)
      report(error)
    },
    worked(place) {
      reported.delete(keyOf(place))
    },
  }
}

/** The same cause comes with other balances, fees and hashes of transactions each time. Addresses tell causes apart. */
function withoutNumbers(reason: string): string {
  return reason.replace(/\b(?:0x[0-9a-f]{64}|\d+)\b/gi, "…")
}
