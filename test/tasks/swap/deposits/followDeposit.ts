import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import type { TaskIo } from "../../../../src/plugin/run/openProcess.js"
import { isPlugsError } from "../../../../src/primitives/PlugsError.js"
import type { DepositRecord } from "../../../../src/swap/execution/journal/depositRecords.js"
import { followDeposit } from "../../../../tasks/swap/deposits/followDeposit.js"
import type { DepositRun } from "../../../../tasks/swap/deposits/openDepositRun.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"
import { projectConfig } from "../../../fixtures/projects/projectConfig.js"
import { createFakeSwap, type SwapAnswer } from "../../../fixtures/servers/swapApi.js"
import { depositRecord } from "../../../fixtures/wire/depositRecords.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { statusAt } from "../../../fixtures/wire/swapRoutes.js"

const paidIn = { origin: { ...(statusAt("PENDING")["origin"] as object), txHash: bytes32(3) } }

describe("followDeposit", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment(
      projectConfig({ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" }),
    )
  })

  /** Follows a deposit of which the API says this, one after the other, and returns what was recorded, and how it ended. */
  async function follow(answers: readonly SwapAnswer[], paid?: string) {
    const { client, clock } = createFakeSwap(...answers)
    const begun = clock.now()
    const log: string[] = []
    const records = {
      deposits: { write: (written: DepositRecord) => Promise.resolve(void log.push(`paid: ${written.paid}`)) },
      commands: { end: (id: string, at: number) => Promise.resolve(void log.push(`ended: ${id} ${at >= begun}`)) },
    }
    const record = { ...depositRecord(), ...(paid === undefined ? {} : { paid }) }
    const { signal } = new AbortController()
    const io = { terminal: recordTerminal(), clock, signal } as unknown as TaskIo
    const following = { record, waitOptions: { timeout: 60_000 }, json: true }
    const work = followDeposit(hre, { client, records } as unknown as DepositRun, following, io)
    const error: unknown = await clock.run(work).catch((thrown: unknown) => thrown)
    return { log, code: isPlugsError(error) ? error.code : error }
  }
  const ended = `ended: ${depositRecord().route.quoteId} true`

  it("records once that the API has seen the payment, and that the command is over", async () => {
    const answers = [statusAt("PENDING"), statusAt("PENDING", paidIn), statusAt("IN_PROGRESS", paidIn)]
    expect(await follow([...answers, statusAt("COMPLETED")])).to.deep.equal({
      ...{ log: ["paid: the API said PENDING", ended], code: undefined },
    })
    // What is recorded already is not recorded again.
    expect(await follow([...answers, statusAt("COMPLETED")], "IN_PROGRESS")).to.deep.equal({
      ...{ log: [ended], code: undefined },
    })
  })

  it("ends its command too where the route ends without delivering, and with nothing else", async () => {
    for (const [status, log, code] of [
      ["EXPIRED", [ended], "ROUTE_EXPIRED"],
      ["FAILED", ["paid: the API said FAILED", ended], "ROUTE_FAILED"],
      ["REFUNDED", ["paid: the API said REFUNDED", ended], "ROUTE_REFUNDED"],
    ] as const) {
      expect(await follow([statusAt("PENDING"), statusAt(status)]), status).to.deep.equal({ log, code })
    }
    expect(await follow([statusAt("PENDING")])).to.deep.equal({ log: [], code: "DEADLINE_PASSED" })
  })
})
