import type { AppliedChange } from "../../messaging/wiring/apply/types.js"
import type { WiringChange, WiringPlan } from "../../messaging/wiring/plan/WiringPlan.js"

/** A plan as JSON: every field but the ABI, which only encodes the call. */
export function planDocument({ changes, extras, problems, inPlace }: WiringPlan): Record<string, unknown> {
  return { changes: changes.map(changeDocument), extras, problems, inPlace }
}

/** What became of the changes, as JSON. */
export function resultsDocument(results: readonly AppliedChange[]): Record<string, unknown>[] {
  return results.map(({ change, status, hash, error }) => ({
    ...changeDocument(change),
    status,
    hash: hash ?? null,
    error: error ?? null,
  }))
}

function changeDocument({ sender, reason, ...change }: WiringChange): Record<string, unknown> {
  return { ...change, abi: undefined, sender: sender ?? null, reason: reason ?? null }
}
