import { expect } from "chai"
import { describe, it } from "mocha"

import { RouteRefundedError } from "#extras/swap/src/following/trackingErrors.js"
import { routeStatusSchema } from "#extras/swap/src/wire/statusSchemas.js"
import { createExecutionView, type ExecutionView } from "#extras/swap/tasks/output/executionView.js"
import { UnreachableError } from "#src/http/errors.js"
import type { ExecuteRouteReturnType, ExecutionStep, RouteStep } from "#src/swap/index.js"
import { type RecordedTerminal, recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { quoteId, statusAt } from "#test/fixtures/wire/swapRoutes.js"

const hash = bytes32(0x5)
const unreachable = new UnreachableError(
  { method: "GET", origin: "https://a.example", route: "/x", attempts: 1, elapsed: 5 },
  "ECONNREFUSED",
)
const cursorUp = /\u001B\[\d+A/
const hiddenCursor = /\u001B\[\?25l/
const shownCursor = /\u001B\[\?25h/
const route = routeStatusSchema.parse(statusAt("COMPLETED"))
const done: ExecuteRouteReturnType = { quoteId, hash, approvals: [], route, payout: "seen" }
const arrived: RouteStep = { kind: "state", quoteId, state: "COMPLETED", at: 1_000, inState: 0, route }
const steps: ExecutionStep[] = [
  { state: "APPROVING", quoteId, hash },
  { state: "APPROVED", quoteId, approvals: [hash] },
  { state: "SIGNED", quoteId, nonce: 7, hash: undefined },
  { state: "SENT", quoteId, hash },
  { state: "MINED", quoteId, hash },
  { state: "FOLLOWING", quoteId, step: arrived },
  { state: "FINISHED", quoteId, route },
]

const chainName = (chainId: number): string => (chainId === 41001 ? "alpha" : "beta")

function openView(terminal: RecordedTerminal, json: boolean): ExecutionView {
  const clock = { now: () => 1_000 }
  return createExecutionView({ terminal, json, chainName, clock, everySecond: () => () => undefined })
}

/** Shows an execution that takes these steps and then completes, or ends with an error. */
function show(terminal: RecordedTerminal, json: boolean, error?: Error): void {
  using view = openView(terminal, json)
  for (const step of steps) view.onStep(step)
  if (error === undefined) view.onEnd(done)
  else view.onFailure(error)
}

describe("createExecutionView", () => {
  it("shows each step on standard error, and the result on standard output", () => {
    const terminal = recordTerminal()
    show(terminal, false)
    expect(terminal.stderr().split("\n").slice(0, 5)).to.deep.equal([
      `approving in ${hash}`,
      "approved for exactly this amount",
      "sending with nonce 7",
      `sent in ${hash}`,
      `mined in ${hash}`,
    ])
    expect(terminal.stderr()).to.match(/alpha → beta +COMPLETED +done/)
    expect(terminal.stdout()).to.match(/^Swap +COMPLETED/)
  })

  it("measures a route from its first step, and gives the terminal back before the result is printed", () => {
    const terminal = recordTerminal({ isTTY: true, columns: 200, env: { NO_COLOR: "1" } })
    const view = openView(terminal, false)
    const under: RouteStep = { ...arrived, state: "IN_PROGRESS", route: { ...route, status: "IN_PROGRESS" } }
    view.onStep({ state: "FOLLOWING", quoteId, step: under })
    view.onStep({ state: "FOLLOWING", quoteId, step: { ...arrived, at: 4_000 } })
    view.onWait(60_000)
    expect(terminal.stderr()).to.match(hiddenCursor).and.not.match(shownCursor)
    view.onEnd(done)
    const last = terminal.stderr().split("\u001B[0J").at(-2)!
    expect(last)
      .to.match(/alpha → beta +COMPLETED +after 3 s/)
      .and.not.contain("asking")
    expect(terminal.stderr()).to.match(shownCursor)
    view[Symbol.dispose]()
    const left = recordTerminal({ isTTY: true, columns: 200, env: { NO_COLOR: "1" } })
    {
      using begun = openView(left, false)
      begun.onStep({ state: "APPROVING", quoteId, hash })
      expect(left.stderr()).to.not.match(shownCursor)
    }
    expect(left.stderr()).to.match(shownCursor)
  })

  it("prints one JSON line for each step, and one for the end, good or bad", () => {
    const good = recordTerminal()
    show(good, true)
    const events = (terminal: RecordedTerminal) =>
      terminal
        .stdout()
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events(good).map(({ event, status }) => status ?? event)).to.deep.equal([
      ...["APPROVING", "APPROVED", "SIGNED", "SENT", "MINED", "COMPLETED", "FINISHED", "end"],
    ])
    expect(events(good).at(-1)).to.include({ outcome: "success", txHash: hash })
    expect(events(good)[3]).to.deep.equal({
      schemaVersion: 1,
      event: "execution",
      status: "SENT",
      txHash: hash,
      quoteId,
    })
    expect(events(good)[2]).to.deep.equal({ schemaVersion: 1, event: "execution", status: "SIGNED", quoteId, nonce: 7 })
    expect(good.stderr()).to.equal("")

    const bad = recordTerminal()
    const refunded = new RouteRefundedError({ route, history: [] })
    show(bad, true, refunded)
    expect(events(bad).at(-1)).to.deep.include({ event: "end", outcome: "failure" })
    expect(events(bad).at(-1)!["error"]).to.include({ code: "ROUTE_REFUNDED" })
  })

  it("says what keeps it waiting, and takes only the countdown off at the end", () => {
    const terminal = recordTerminal({ isTTY: true, columns: 200, env: { NO_COLOR: "1" } })
    const view = openView(terminal, false)
    view.onTrouble(unreachable)
    view.onWait(60_000)
    const drawn = () => terminal.stderr().split("\u001B[0J").at(-2)!
    expect(drawn()).to.contain("cannot be reached").and.to.contain("asking the swap API again in 1 min")
    view[Symbol.dispose]()
    expect(drawn()).to.contain("cannot be reached").and.to.not.contain("asking")

    const told = recordTerminal()
    openView(told, true).onTrouble(unreachable)
    expect(JSON.parse(told.stdout())).to.include({ event: "trouble" })
    expect(told.stderr()).to.equal("")
  })

  it("does not draw over a question that is asked in between", () => {
    const terminal = recordTerminal({ isTTY: true })
    using view = openView(terminal, false)
    view.onStep({ state: "APPROVING", quoteId, hash })
    view.pause()
    terminal.err.line("Use it? (y/N) y")
    view.onStep({ state: "APPROVED", quoteId, approvals: [hash] })
    const [before = "", after = ""] = terminal.stderr().split("Use it?")
    expect(before).to.contain("approving in")
    expect(after.slice(0, after.indexOf("approved for"))).to.not.match(cursorUp)
  })
})
