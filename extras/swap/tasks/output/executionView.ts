import { printExecutionStep } from "./printEvents.js"
import { routeName } from "./routeFormat.js"
import { routeReport, routeView } from "./routeReport.js"
import type { ExecutionStep } from "#extras/swap/src/execution/executionStates.js"
import type { ExecuteRouteReturnType } from "#extras/swap/src/execution/types.js"
import type { RouteStep } from "#extras/swap/src/following/routeTracker.js"
import type { Clock } from "#src/primitives/clock.js"
import { createLiveLines, type LiveLinesOptions } from "#src/terminal/live/liveLines.js"
import { createWaitNotice, waitKey } from "#src/terminal/live/notices.js"
import { describeTrouble, formatLine, type StepRange } from "#src/terminal/live/showSteps.js"
import { paint } from "#src/terminal/paint.js"
import { printEvent, printFailedEnd } from "#src/terminal/printJson.js"
import type { Terminal } from "#src/terminal/terminal.js"

export type ExecutionViewOptions = LiveLinesOptions & {
  readonly terminal: Terminal
  /** Prints one JSON line for each event on standard output, and no progress. */
  readonly json: boolean
  /** Names the chain of an id. */
  readonly chainName: (chainId: number) => string
  readonly clock: Pick<Clock, "now">
}

/** Shows the execution of a swap: its approvals, its transaction, and its route until the end. */
export type ExecutionView = Disposable & {
  onStep(step: ExecutionStep): void
  onTrouble(error: unknown): void
  /** Shows the milliseconds until the API is asked again. */
  onWait(ms: number): void
  /** To be called before a question, which must not be drawn over. */
  pause(): void
  onEnd(result: ExecuteRouteReturnType): void
  /** Prints the error that ended the execution, with `json`. Otherwise the task does. */
  onFailure(error: unknown): void
}

/** Creates the view of one execution. Its live lines end when it is disposed of. */
export function createExecutionView({
  terminal,
  json,
  chainName,
  clock,
  ...lineOptions
}: ExecutionViewOptions): ExecutionView {
  const { out, err } = terminal
  const lines = createLiveLines(err, lineOptions)
  const view = routeView(chainName)
  let range: StepRange<RouteStep> | undefined

  const showRouteStep = (step: RouteStep): void => {
    range = { first: range?.first ?? step, last: step }
    const parts = view.lineParts(step)
    lines.set("route", formatLine(range, parts, { columns: err.columns, clock, widest: (part) => part(parts).length }))
  }
  const close = (): void => {
    lines.remove(waitKey)
    lines.close()
  }
  return {
    onStep(step) {
      if (json) printExecutionStep(out, step)
      else if (step.state === "FOLLOWING") showRouteStep(step.step)
      else {
        const line = formatStep(step)
        if (line !== undefined) lines.set(line.key, { plain: line.text, live: () => line.text })
      }
    },
    onTrouble(error) {
      const text = describeTrouble(view.api, error)
      if (json) printEvent(out, "trouble", { says: text })
      else lines.set("trouble", { plain: text, live: () => paint.magenta(text) })
    },
    onWait: createWaitNotice(view.api, { lines, terminal, json, clock }),
    pause() {
      lines.close()
    },
    onEnd({ route, hash, approvals, quoteId, payout, paid }) {
      close()
      if (json) printEvent(out, "end", { outcome: "success", quoteId, txHash: hash, approvals, route, payout, paid })
      else out.show(routeReport({ ...route, payout, paid }, chainName))
    },
    onFailure(error) {
      if (json) printFailedEnd(out, error)
    },
    [Symbol.dispose]: close,
  }
}

type OwnStep = Exclude<ExecutionStep, { state: "FOLLOWING" }>

/** The line for a step of the swap's own transactions; `undefined` for a step that needs none. */
function formatStep(step: OwnStep): { key: string; text: string } | undefined {
  switch (step.state) {
    case "CHECKED":
      return undefined
    case "REQUOTED":
      return { key: "quote", text: `the quote expired and was replaced by one through ${routeName(step.route)}` }
    case "NOT_SIMULATED":
      return {
        key: "simulation",
        text: "unverified: no simulation shows the swap, and only the allow-list protects it",
      }
    case "APPROVING":
      return { key: `approval ${step.hash}`, text: `approving in ${step.hash}` }
    case "APPROVED":
      return {
        key: "approved",
        text: step.approvals.length === 0 ? "no approval was needed" : "approved for exactly this amount",
      }
    case "SIGNED":
      return { key: "swap", text: `sending with nonce ${step.nonce}` }
    case "SENT":
      return { key: "swap", text: `sent in ${step.hash}` }
    case "MINED":
      return { key: "swap", text: `mined in ${step.hash}` }
    case "REVERTED":
      return { key: "swap", text: `reverted in ${step.hash}` }
    case "REPLACED":
      return { key: "swap", text: `replaced by another transaction with nonce ${step.nonce}` }
    case "ALLOWANCE_LEFT":
      return {
        key: "allowance",
        text: `an allowance is left: ${step.spender} may still take ${step.amount} (in the smallest unit) of the token ${step.token}. To revoke it, call approve(${step.spender}, 0) of the token, or swap again`,
      }
    case "FINISHED":
      return undefined
  }
}
