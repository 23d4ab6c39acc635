import { AbortedError } from "../../../src/http/errors.js"
import type { AppliedChange } from "../../../src/messaging/wiring/apply/WiringStep.js"
import { isAsWired, isWhole } from "../../../src/messaging/wiring/checkWiring.js"
import type { WiringPlan } from "../../../src/messaging/wiring/plan/WiringPlan.js"
import type { PlugsError } from "../../../src/primitives/PlugsError.js"
import { PartlyReadError, ShownFailureError } from "../../../src/plugin/run/shownErrors.js"
import { WiringIncompleteError, WiringPendingError } from "./wiringErrors.js"

/** What is wrong with a plan that is shown: a part that could not be read, a difference if it was to be checked, or a problem. */
export function planError(plan: WiringPlan, mode: "plan" | "check"): PlugsError | undefined {
  const { changes, extras, problems } = plan
  if (!isWhole(plan)) {
    const unread = problems.filter(({ about }) => about === "unreachable").map(({ chain }) => chain)
    return new PartlyReadError([...new Set(unread)].map((name) => ({ name })))
  }
  if (mode === "plan")
    return problems.length === 0 ? undefined : new WiringIncompleteError({ problems: problems.length })
  if (isAsWired(plan)) return undefined
  return new ShownFailureError({
    message: "The chains are not as the wiring says.",
    next: "To mend it: npx hardhat messaging wire --apply",
    facts: { changes: String(changes.length), extras: String(extras.length), problems: String(problems.length) },
  })
}

/** What is wrong with a plan that was applied: the worst that became of a change. */
export function appliedError(
  { problems }: WiringPlan,
  results: readonly AppliedChange[],
  { isHandedOver, signal }: { isHandedOver: boolean; signal: AbortSignal },
): PlugsError | undefined {
  if (signal.aborted) return new AbortedError()
  const count = (...wanted: AppliedChange["status"][]): number =>
    results.filter(({ status }) => wanted.includes(status)).length
  const reverted = results.filter(({ status, hash }) => status === "failed" && hash !== undefined)
  if (reverted.length > 0) {
    return new ShownFailureError({
      message: "A transaction that connects a plug reverted.",
      next: "Read the error beside each change that failed.",
      facts: { transactions: reverted.map(({ hash }) => hash).join(", ") },
    })
  }
  const notSent = count("failed", "changed", "unsent", "blocked")
  const elsewhere = count("elsewhere")
  if (notSent > 0 || problems.length > 0)
    return new WiringIncompleteError({ notSent, elsewhere, problems: problems.length })
  if (count("pending") > 0) return new WiringPendingError(count("pending"))
  return elsewhere > 0 && !isHandedOver ? new WiringIncompleteError({ notSent, elsewhere, problems: 0 }) : undefined
}
