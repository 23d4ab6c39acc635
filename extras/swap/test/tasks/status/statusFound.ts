import { expect } from "chai"
import { describe, it } from "mocha"

import { routeStatusSchema } from "#extras/swap/src/wire/statusSchemas.js"
import { statusFound } from "#extras/swap/tasks/status.js"
import { exitCodeOf } from "#src/plugin/run/runTask.js"
import { printFound } from "#test/fixtures/output/printFound.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { quoteId, statusAt } from "#test/fixtures/wire/swapRoutes.js"

const chainName = (chainId: number): string => (chainId === 41001 ? "alpha" : "beta")

/** What is printed of a route in a state, and with which exit code. */
function show(state: string, json: boolean) {
  const terminal = recordTerminal()
  const route = routeStatusSchema.parse(statusAt(state))
  const found = statusFound(route, { quoteId: bytes32(5), chainName })
  printFound(found, json, terminal)
  return { code: exitCodeOf(found.error), printed: terminal.stdout() }
}

describe("statusFound", () => {
  it("ends with 2 at a failure alone, and prints its error in the document, with the command that explains it", () => {
    type Document = { readonly route: { readonly status: string }; readonly error?: Record<string, unknown> }
    for (const [state, failed] of [
      ["PENDING", false],
      ["IN_PROGRESS", false],
      ["COMPLETED", false],
      ["REFUNDING", false],
      ["something new", false],
      ["FAILED", true],
      ["REFUNDED", true],
      ["EXPIRED", true],
    ] as const) {
      const { code, printed } = show(state, true)
      const { route, error } = JSON.parse(printed) as Document
      expect([code, route.status, error === undefined], state).to.deep.equal([failed ? 2 : 0, state, !failed])
      if (!failed) continue
      expect(error?.["code"]).to.equal("SHOWN_FAILURE")
      expect(JSON.stringify(error))
        .to.contain(state)
        .and.contain(quoteId)
        .and.contain(`swap explain ${bytes32(5)}`)
      expect(show(state, false).code).to.equal(2)
    }
  })

  it("says of a delivered route alone that nobody has looked at its payout, and names its chains", () => {
    for (const state of ["COMPLETED", "IN_PROGRESS", "FAILED"]) {
      const { printed } = show(state, false)
      expect(printed, state).to.contain("on alpha").and.contain("on beta").and.contain(quoteId)
      expect(printed.includes("payout"), state).to.equal(state === "COMPLETED")
    }
  })
})
