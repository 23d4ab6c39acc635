import { systemClock } from "../../primitives/clock.js"
import { isPlugsError } from "../../primitives/PlugsError.js"
import type { ExecuteRouteReturnType } from "../../swap/execution/executeRoute.js"
import type { ExecutionStep } from "../../swap/execution/executionStates.js"
import { toJson } from "../core/json.js"
import { createLiveLines, type LiveLinesOptions } from "../core/liveLines.js"
import { outcomeOf } from "../core/outcomes.js"
import { routeReport } from "./routeReport.js"
import { explainTrouble, layOut, type FirstAndLast } from "../core/showSteps.js"
import { routeName } from "./routeFormat.js"
import { routeView } from "./routeView.js"
import type { Terminal } from "../core/terminal.js"
import type { RouteStep } from "../../swap/following/routeTracker.js"

export type ShowExecutionOptions = LiveLinesOptions & {
  readonly terminal: Terminal
  /** One JSON line an event on standard output, and no progress. */
  readonly json: boolean
  /** What a person calls the chain of an id. */
  readonly chainName: (chainId: number) => string
  readonly now?: () => number
}

/** Who is told of what happens. */
export type ExecutionListeners = {
  readonly onStep: (step: ExecutionStep) => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * Shows a swap being carried out: approvals, its transaction, and its way to the end. What ends it with an error is thrown again,
 * after it has been shown as JSON.
 */
export async function showExecution(
  run: (listeners: ExecutionListeners) => Promise<ExecuteRouteReturnType>,
  { terminal, json, chainName, now = () => systemClock.now(), ...lineOptions }: ShowExecutionOptions,
): Promise<void> {
  const { out, err } = terminal
  const { paint } = err
  const lines = createLiveLines(err, lineOptions)
  const telling = routeView(chainName)
  let seen: FirstAndLast<RouteStep> | undefined

  const tell = (key: string, text: string): void => {
    lines.set(key, { plain: text, live: () => text })
  }
  const follow = (step: RouteStep): void => {
    seen = { first: seen?.first ?? step, last: step }
    const words = telling.words(step, paint)
    lines.set("route", layOut(seen, words, { paint, now, widest: (of) => of(words).length }))
  }
  const onStep = (step: ExecutionStep): void => {
    if (json) out.line(toJson(inJson(step)))
    else if (step.state === "FOLLOWING") follow(step.step)
    else tellStep(step, tell)
  }
  const onTrouble = (error: unknown): void => {
    const says = explainTrouble(telling.api, error)
    if (json) out.line(toJson({ event: "trouble", says }))
    else lines.set("trouble", { plain: says, live: () => paint.yellow(says) })
  }

  try {
    const { route, hash, approvals, quoteId } = await run({ onStep, onTrouble })
    lines.close()
    if (json) out.line(toJson({ event: "end", outcome: "success", quoteId, hash, approvals, route }))
    else out.line(routeReport(route, chainName, out))
  } catch (error) {
    if (json) out.line(toJson({ event: "end", outcome: outcomeOf(error), ...(isPlugsError(error) ? { error } : {}) }))
    throw error
  } finally {
    lines.close()
  }
}

type OwnStep = Exclude<ExecutionStep, { state: "FOLLOWING" }>

/** What the swap's own transactions come to, a line each. */
function tellStep(step: OwnStep, tell: (key: string, text: string) => void): void {
  switch (step.state) {
    case "CHECKED":
      return
    case "REQUOTED":
      tell("quote", `the quote had expired: another one through ${routeName(step.route)} took its place`)
      return
    case "APPROVING":
      tell(`approval ${step.hash}`, `approving in ${step.hash}`)
      return
    case "APPROVED":
      tell("approved", step.approvals.length === 0 ? "no approval was needed" : "approved, to the unit")
      return
    case "SIGNED":
      tell("swap", `sending with nonce ${step.nonce}`)
      return
    case "SENT":
      tell("swap", `sent in ${step.hash}`)
      return
    case "MINED":
      tell("swap", `mined in ${step.hash}`)
      return
    case "REVERTED":
      tell("swap", `reverted in ${step.hash}`)
      return
    case "FINISHED":
      return
  }
}

function inJson(step: ExecutionStep): object {
  if (step.state === "FOLLOWING") {
    const { kind, ...facts } = step.step
    return { event: kind, ...facts }
  }
  return { event: "execution", ...step }
}
