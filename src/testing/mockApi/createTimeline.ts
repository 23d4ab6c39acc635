import type { ErrorStep, StateStep, Step } from "./MockRoute.js"
import { isRecord } from "#src/primitives/isRecord.js"

/** Answers in the order in which they are given. */
export type Timeline<State> = {
  /** The answer to the next request. */
  next(): StateStep<State> | ErrorStep
  /** How many requests were answered. */
  readonly requests: number
  /** The answers that no request has got, as text. */
  left(): readonly string[]
}

const unknownYet: ErrorStep = { error: "unknown" }

/** Makes a timeline of answers: each request gets the next one, unless its time has not come. */
export function createTimeline<State>(steps: readonly Step<State>[], now: () => number): Timeline<State> {
  const all = steps.map((step): StateStep<State> | ErrorStep =>
    isRecord(step) && ("status" in step || "error" in step) ? step : { status: step },
  )
  let index = -1
  let since = now()
  let answered = 0
  let requests = 0

  function mayGoOn(): boolean {
    const following = all[index + 1]
    // The answer that came last has come at least once.
    if (following === undefined || answered < (all[index]?.times ?? 0)) return false
    return now() - since >= (following.after ?? 0)
  }

  return {
    next() {
      requests += 1
      if (mayGoOn()) {
        index += 1
        since = now()
        answered = 0
      }
      answered += 1
      return all[index] ?? unknownYet
    },
    get requests() {
      return requests
    },
    left: () => all.slice(index + 1).map(textOf),
  }
}

function textOf<State>(step: StateStep<State> | ErrorStep): string {
  if ("error" in step) return `the error ${step.error}`
  return typeof step.status === "string" || Array.isArray(step.status) ? String(step.status) : "the answer"
}
