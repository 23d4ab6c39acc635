import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry, user } from "#test/fixtures/wire/swapRoutes.js"

describe("hardhat swap list", () => {
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let broken: string
  before(async () => {
    project = await temporaryProject()
    const folder = path.join(project.path, ".plugs", "swaps", "41001")
    broken = path.join(folder, `${bytes32(9)}.json`)
    const journal = createFileJournal(folder)
    const { route, ...entry } = journalEntry()
    for (const [id, outcome] of [
      [1, "COMPLETED"],
      [2, "REFUNDED"],
    ] as const) {
      const own = { quoteId: bytes32(id), route: { ...route, quoteId: bytes32(id) }, at: id * 1_000 }
      await journal.write({ ...entry, ...own, state: "FINISHED", outcome })
    }
    await writeFile(broken, "{broken")
  })
  after(() => project[Symbol.asyncDispose]())

  /** What is over, the API is not asked about. */
  const list = (...args: string[]) =>
    runCommand(["swap", "list", ...args], {
      port: 9,
      clock: createManualClock(),
      env: { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ROOT: project.path },
    })

  it("shows the newest first, what cannot be read, and how to explain the latest that is not complete", async () => {
    expectGoldenCommand("swap/list", await list())
  })

  it("prints one document, of those in a state if one is named in any case", async () => {
    const ended = await list("--state", " completed ", "--chain", "alpha", "--account", user, "--json")
    const { stdout, stderr } = ended
    expectGoldenCommand("swap/list", ended)
    const { swaps, problems } = JSON.parse(stdout) as { swaps: { quoteId: string }[]; problems: { file: string }[] }
    expect(swaps.map(({ quoteId }) => quoteId)).to.deep.equal([bytes32(1)])
    expect(problems.map(({ file }) => file)).to.deep.equal([broken])
    expect(stderr).to.contain(`Left out: ${broken}: `).and.not.to.contain("explain")
  })

  it("says that none matches, without advice, and refuses limits out of range", async () => {
    const { code, stdout, stderr } = await list("--chain", "beta")
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: "No swap that was sent from this project matches.\n" })
    expect(stderr).not.to.contain("explain")
    for (const [limit, isRight] of [
      ["0", false],
      ["1", true],
      ["500", true],
      ["501", false],
    ] as const) {
      const ended = await list("--limit", limit)
      expect(ended.code, limit).to.equal(isRight ? 0 : 1)
      if (limit === "0") expectGoldenCommand("swap/list-refused", ended)
      if (!isRight) expect(ended.error).to.include({ code: "INVALID_INPUT", argument: "--limit" })
    }
  })
})
