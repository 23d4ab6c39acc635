import { AbortedError } from "#src/http/errors.js"
import type { AppliedChange } from "#src/messaging/wiring/apply/WiringStep.js"
import { isAsWired, isWhole } from "#src/messaging/wiring/checkWiring.js"
import { pathOf, type WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { TriedDelivery } from "#src/messaging/wiring/tryDeliveries.js"
import { PartlyReadError, ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

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

/** What a plan that is only shown says of the chains, and its error. */
export function foundInPlan(plan: WiringPlan, mode: "plan" | "check"): FoundInPlan {
  return { agrees: isAsWired(plan), isWhole: isWhole(plan), error: planError(plan, mode) }
}

type FoundInPlan = { readonly agrees: boolean; readonly isWhole: boolean; readonly error: PlugsError | undefined }

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

/** What is wrong with connections that were made: no message arrives over one, or that is not known. */
export function deliveryError(deliveries: readonly TriedDelivery[]): PlugsError | undefined {
  const pathsOf = (status: TriedDelivery["status"]) =>
    deliveries.filter((one) => one.status === status).map((one) => pathOf(one))
  const [failed, unverified] = [pathsOf("failed"), pathsOf("unverified")]
  if (failed.length > 0) {
    return new ShownFailureError({
      message: "No message would arrive over a new connection.",
      next: "Read what stops it, beside the connection.",
      facts: { connections: failed.join(", ") },
    })
  }
  return unverified.length === 0 ? undefined : new PartlyReadError(unverified.map((name) => ({ name })))
}

// `messaging wire` does not throw these: with `--json` they are in its document, beside what became of each change.

/** Some connections of a wiring are not there, and were not sent. */
export class WiringIncompleteError extends PlugsError {
  readonly code = "WIRING_INCOMPLETE"

  constructor({ notSent = 0, elsewhere = 0, problems }: { notSent?: number; elsewhere?: number; problems: number }) {
    super("A part of the wiring is not in place, and was not sent.", {
      facts: {
        "not sent": notSent === 0 ? undefined : String(notSent),
        "for another account": elsewhere === 0 ? undefined : String(elsewhere),
        problems: problems === 0 ? undefined : String(problems),
      },
      next: "Read what stands beside each change and problem. --safe or --calldata hands over what another account must send.",
    })
  }
}

/** Some transactions of a wiring were sent, and were not seen mined in time. */
export class WiringPendingError extends PlugsError {
  readonly code = "WIRING_PENDING"

  constructor(count: number) {
    super(`${count === 1 ? "One transaction was" : `${count} transactions were`} sent and not seen mined in time.`, {
      facts: { pending: String(count) },
      next: "Run the same command again. It goes on with what was sent.",
    })
  }
}
