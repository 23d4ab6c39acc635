import type { AppliedChange, WiringStep } from "../../messaging/wiring/apply/types.js"
import type { WiringChange } from "../../messaging/wiring/plan/WiringPlan.js"
import type { Paint, Printer } from "../core/terminal.js"

/** One line for a chain that has not answered yet. */
export function waitLine(chain: string, paint: Paint): string {
  return paint.dim(`waiting for the node of ${chain}`)
}

/** One line for a step of a wiring that is being applied. */
export function wiringStepLine(step: WiringStep, paint: Paint): string {
  if (step.kind === "resumed") return paint.dim(`${step.chain}: an earlier run sent ${step.hash}; waiting for it`)
  if (step.kind === "sent") return paint.dim(`${pathOf(step.change)}: submitted ${step.hash}`)
  const { change, status, error } = step.result
  const text = `${pathOf(change)}: ${explanations[status](change)}`
  if (status === "done" || status === "in place") return paint.green(text)
  return paint.red(error === undefined ? text : `${text}: ${error.shortMessage}`)
}

/** What became of a wiring: in a sentence, then what is missing and why, and what to do about it. */
export function wiringSummary(results: readonly AppliedChange[], { paint }: Printer, isDryRun: boolean): string {
  if (results.length === 0) return "There was nothing to send."
  const isDone = ({ status }: AppliedChange): boolean => status === "done" || status === "in place"
  const done = results.filter(isDone).length
  const missing = results.filter((result) => !isDone(result))
  const where = isDryRun ? " on forks; nothing was sent to the chains" : ""
  const first = `${done} of ${results.length} ${results.length === 1 ? "change is" : "changes are"} in place${where}.`
  if (missing.length === 0) return paint.green(first)
  const lines = missing.flatMap(({ change, status, error }) => [
    `  ${pathOf(change)}: ${explanations[status](change)}${error === undefined ? "" : `: ${error.shortMessage}`}`,
    ...Object.entries(error?.facts ?? {}).map(([name, value]) => `    ${name}: ${value}`),
  ])
  // Several changes often fail for the same reason.
  const advice = new Set(missing.flatMap(({ error }) => error?.next ?? []))
  return [first, "Missing:", ...lines, ...advice].join("\n")
}

const explanations: Readonly<Record<AppliedChange["status"], (change: WiringChange) => string>> = {
  done: ({ kind }) => (kind === "connect" ? "connected" : "disconnected"),
  "in place": () => "in place already, nothing was sent",
  changed: () => "somebody changed it since the plan was made, nothing was sent; plan again",
  pending: () => "sent, and not seen mined yet; the next run goes on with it",
  failed: () => "failed",
  unsent: () => "not sent",
  elsewhere: ({ reason }) => reason ?? "somebody else must send it",
  blocked: ({ reason }) => `blocked: ${reason ?? "it cannot be sent"}`,
}

/** The direction of a connection, as a line begins. */
export function pathOf({ application, chain, siblingChain }: WiringChange): string {
  return `${application} ${chain} → ${siblingChain}`
}
