import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { followDeposit } from "#extras/swap/tasks/deposits/executeDeposit.js"
import type { DepositRun } from "#extras/swap/tasks/deposits/openDepositRun.js"
import { createFakeSwap, type SwapAnswer } from "#extras/swap/test/fixtures/swapApi.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { JournalUnusableError } from "#src/primitives/files/fileErrors.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { readEvents } from "#test/fixtures/commands/endedCommand.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { depositRecord } from "#test/fixtures/wire/depositRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { statusAt } from "#test/fixtures/wire/swapRoutes.js"

const paidIn = { origin: { ...(statusAt("PENDING")["origin"] as object), txHash: bytes32(3) } }

describe("followDeposit", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment(
      projectConfig({ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" }),
    )
  })

  /** Follows a deposit of which the API says this, one after the other, and returns what was recorded, and how it ended. */
  async function follow(
    answers: readonly SwapAnswer[],
    { paid, unwritten }: { readonly paid?: string; readonly unwritten?: "paid" | "ended" } = {},
  ) {
    const { client, clock } = createFakeSwap(...answers)
    const begun = clock.now()
    const log: string[] = []
    const write = async (what: typeof unwritten, line: string): Promise<void> => {
      await Promise.resolve()
      if (what === unwritten) throw new JournalUnusableError({ folder: "/", file: what, reason: "full", advice: "" })
      log.push(line)
    }
    const records = {
      deposits: { write: (written: DepositRecord) => write("paid", `paid: ${written.paid}`) },
      commands: { end: (id: string, at: number) => write("ended", `ended: ${id} ${at >= begun}`) },
    }
    const record = { ...depositRecord(), ...(paid === undefined ? {} : { paid }) }
    const { signal } = new AbortController()
    const terminal = recordTerminal()
    const io = { terminal, clock, signal } as unknown as TaskIo
    const following = { record, waitOptions: { timeout: 60_000 }, json: true }
    const work = followDeposit(hre, { client, records } as unknown as DepositRun, following, io)
    const error: unknown = await clock.run(work).catch((thrown: unknown) => thrown)
    const shown = readEvents(terminal.stdout()).map(({ event, status, outcome }) => status ?? outcome ?? event)
    return { shown, ended: { log, code: isPlugsError(error) ? error.code : error } }
  }
  const ended = `ended: ${depositRecord().route.quoteId} true`

  it("records once that the API has seen the payment, and that the command is over", async () => {
    const answers = [statusAt("PENDING"), statusAt("PENDING", paidIn), statusAt("IN_PROGRESS", paidIn)]
    const followed = await follow([...answers, statusAt("COMPLETED")])
    expect(followed.ended).to.deep.equal({ log: ["paid: the API said PENDING", ended], code: undefined })
    expect(followed.shown).to.deep.equal(["PENDING", "PENDING", "IN_PROGRESS", "COMPLETED", "success"])
    // What is recorded already is not recorded again.
    expect((await follow([...answers, statusAt("COMPLETED")], { paid: "IN_PROGRESS" })).ended).to.deep.equal({
      ...{ log: [ended], code: undefined },
    })
  })

  it("ends its command too where the route ends without delivering, and with nothing else", async () => {
    for (const [status, log, code] of [
      ["EXPIRED", [ended], "ROUTE_EXPIRED"],
      ["FAILED", ["paid: the API said FAILED", ended], "ROUTE_FAILED"],
      ["REFUNDED", ["paid: the API said REFUNDED", ended], "ROUTE_REFUNDED"],
    ] as const) {
      expect((await follow([statusAt("PENDING"), statusAt(status)])).ended, status).to.deep.equal({ log, code })
    }
    expect((await follow([statusAt("PENDING")])).ended).to.deep.equal({ log: [], code: "DEADLINE_PASSED" })
  })

  it("ends with the error of a record that cannot be written", async () => {
    const code = "JOURNAL_UNUSABLE"
    for (const [status, unwritten, log] of [
      ["FAILED", "paid", []],
      ["EXPIRED", "ended", []],
      ["COMPLETED", "ended", ["paid: the API said COMPLETED"]],
    ] as const) {
      const { ended } = await follow([statusAt("PENDING"), statusAt(status)], { unwritten })
      expect(ended, status).to.deep.equal({ log, code })
    }
  })
})
