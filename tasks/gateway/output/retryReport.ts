import type { RetryOutcome } from "#src/primitives/reverts/RetryOutcome.js"
import { paint } from "#src/terminal/paint.js"
import type { Report } from "#src/terminal/report.js"

/** Something that was to be tried again, as people read it. */
export type RetriedView = {
  readonly kind: string
  readonly id: string
  readonly outcome: RetryOutcome
  readonly isDone: boolean | null
  readonly revert: string | null
}

/** Says what became of each, one a line. */
export function retryReport(items: readonly RetriedView[]): Report {
  return items.map(line)
}

function line({ kind, id, outcome, isDone, revert }: RetriedView): string {
  const subject = kind === "unknown" ? id : `${kind} ${id}`
  if (outcome === "done") return `${subject}: it was done already. Nothing was tried again.`
  if (outcome === "cancelled") return `${subject}: its request was cancelled, so it is never carried out.`
  if (outcome === "not given up") {
    const why = revert === null ? "it does not revert" : `it reverts, and is tried again by itself: ${revert}`
    return `${subject}: ${why}. Nothing was tried again.`
  }
  if (isDone === true) return paint.green(`${subject}: tried again, and done.`)
  if (isDone === null) return `${subject}: tried again.`
  return paint.red(`${subject}: tried again, and it reverts again: ${revert ?? "without a reason"}`)
}
