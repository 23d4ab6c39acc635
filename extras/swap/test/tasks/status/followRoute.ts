import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import { followRoute } from "#extras/swap/tasks/status/followRoute.js"
import { createFakeSwap, type SwapAnswer } from "#extras/swap/test/fixtures/swapApi.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { readEvents } from "#test/fixtures/commands/endedCommand.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { connectionRefused } from "#test/fixtures/servers/fakeFetch.js"
import { quoteId, statusAt } from "#test/fixtures/wire/swapRoutes.js"

describe("followRoute", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment(
      projectConfig({ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" }),
    )
  })

  /** Follows a route of which the API says this, one after the other. */
  async function follow(answers: readonly SwapAnswer[], { json = true, stop = new AbortController() } = {}) {
    const { client, clock } = createFakeSwap(...answers)
    const terminal = recordTerminal()
    const io = { terminal, clock, signal: stop.signal } as unknown as TaskIo
    const work = followRoute(hre, { client, route: { quoteId, timeout: 60_000 }, json }, io)
    const error: unknown = await clock.run(work).catch((thrown: unknown) => thrown)
    const events = json ? readEvents(terminal.stdout()) : []
    const shown = events.map(({ event, status, outcome }) => status ?? outcome ?? event)
    return { shown, code: isPlugsError(error) ? error.code : error, terminal, end: events.at(-1) }
  }

  it("shows each change once, what keeps it waiting, and the end, with what is known of the payout", async () => {
    const answers = [statusAt("PENDING"), statusAt("PENDING"), connectionRefused(), statusAt("IN_PROGRESS")]
    const { shown, code, end } = await follow([...answers, statusAt("COMPLETED")])
    expect(code).to.equal(undefined)
    expect(shown.filter((each) => each !== "waiting")).to.deep.equal([
      ...["PENDING", "trouble", "trouble", "IN_PROGRESS", "COMPLETED", "success"],
    ])
    // Nothing reaches beta.
    expect(end).to.deep.include({ event: "end", payout: "not looked" })
    const { terminal } = await follow([statusAt("COMPLETED")], { json: false })
    expect(terminal.stdout())
      .to.match(/^Swap +COMPLETED/)
      .and.contain("on alpha")
      .and.contain("on beta")
  })

  it("ends with the error of a failure, of the deadline, or of who stopped it", async () => {
    for (const [status, code, outcome] of [
      ["FAILED", "ROUTE_FAILED", "failure"],
      ["REFUNDED", "ROUTE_REFUNDED", "failure"],
      ["PENDING", "DEADLINE_PASSED", "deadline"],
    ] as const) {
      const ended = await follow([statusAt(status)])
      expect([ended.code, ended.end?.["outcome"]], status).to.deep.equal([code, outcome])
    }
    const stop = new AbortController()
    stop.abort()
    expect((await follow([statusAt("PENDING")], { stop })).code).to.equal("ABORTED")
  })
})
