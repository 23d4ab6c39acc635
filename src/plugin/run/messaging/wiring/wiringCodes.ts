import { isAsWired, isWhole } from "../../../../messaging/wiring/checkWiring.js"
import type { AppliedChange } from "../../../../messaging/wiring/apply/types.js"
import type { WiringPlan } from "../../../../messaging/wiring/plan/WiringPlan.js"
import { type ExitCode, exitCodes } from "../../runTask.js"

/** The exit code of a plan: an error if something could not be read, and drift if a check finds a difference. */
export function planCode(plan: WiringPlan, mode: "plan" | "check"): ExitCode {
  if (!isWhole(plan)) return exitCodes.error
  if (mode === "check") return isAsWired(plan) ? exitCodes.success : exitCodes.failure
  return plan.problems.length === 0 ? exitCodes.success : exitCodes.error
}

/** The exit code of a plan that was applied, by the worst that became of a change. */
export function appliedCode(
  plan: WiringPlan,
  results: readonly AppliedChange[],
  { isHandedOver, signal }: { isHandedOver: boolean; signal: AbortSignal },
): ExitCode {
  if (signal.aborted) return exitCodes.interrupted
  const has = (...wanted: AppliedChange["status"][]): boolean => results.some(({ status }) => wanted.includes(status))
  if (results.some(({ status, hash }) => status === "failed" && hash !== undefined)) return exitCodes.failure
  if (has("failed", "changed", "unsent", "blocked") || plan.problems.length > 0) return exitCodes.error
  if (has("pending")) return exitCodes.deadline
  return has("elsewhere") && !isHandedOver ? exitCodes.error : exitCodes.success
}
