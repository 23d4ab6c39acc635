import { expect } from "chai"
import { describe, it } from "mocha"

import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { createSwapServer, type SwapAnswers } from "#test/fixtures/servers/swapServer.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { quoteId, statusAt } from "#test/fixtures/wire/swapRoutes.js"

const refund = { chainId: 41001, status: "COMPLETED", txHash: bytes32(0x77), timestamp: 1 }
const byTransaction = bytes32(0x55)

async function run(status: SwapAnswers, args: readonly string[] = [], id: string = quoteId): Promise<EndedCommand> {
  await using server = await createSwapServer({ status })
  return await runCommand(["swap", "status", id, ...args], { port: server.port })
}

describe("hardhat swap status", function () {
  it("shows what was given and received, with chains by name, and gives the end as exit code", async () => {
    const [done, failed, refunded, underWay] = await Promise.all([
      run([statusAt("COMPLETED")]),
      run([statusAt("FAILED")]),
      run([statusAt("REFUNDED", { refund })]),
      run([statusAt("IN_PROGRESS")]),
    ])
    expect([done.code, failed.code, refunded.code, underWay.code]).to.deep.equal([0, 2, 2, 0])
    expectGoldenCommand("swap/status", done)
    expectGoldenCommand("swap/status-failed", failed)
    expectGoldenCommand("swap/status-failed", await run([statusAt("FAILED")], ["--json"]))
    expectGoldenCommand("swap/status-refunded", refunded)
    expectGoldenCommand("swap/status-under-way", underWay)
  })

  it("shows what the API stored of the quote, with --details alone", async () => {
    const known: SwapAnswers = ({ includeQuoteDetails }) =>
      statusAt(
        "IN_PROGRESS",
        includeQuoteDetails === "true" ? { quoteDetails: { slippage: "0.5", order: { n: 1 } } } : {},
      )
    const [without, human, json] = await Promise.all([
      run(known),
      run(known, ["--details"]),
      run(known, ["--details", "--json"]),
    ])
    expect(without.stdout).to.not.contain("stored")
    for (const ended of [human, json]) expectGoldenCommand("swap/status-details", ended)
  })

  it("takes the hash of the transaction as well as the quote's id", async () => {
    const known: SwapAnswers = ({ srcTxHash }) => (srcTxHash === byTransaction ? statusAt("COMPLETED") : undefined)
    const [found, waited, lost] = await Promise.all([
      run(known, [], byTransaction),
      run(known, ["--wait", "--json"], byTransaction),
      run(known, [], bytes32(0x56)),
    ])
    expect([found.code, waited.code, lost.code]).to.deep.equal([0, 0, 1])
    expect(found.stdout).to.contain(quoteId)
    expect(lost.error?.code).to.equal("NOT_FOUND")
    expect(lost.error?.facts).to.include({ "server request id": "request-2" })
  })

  it("follows to the end in JSON lines, each change once", async () => {
    // The first request only checks that the server answers.
    const states = ["PENDING", "PENDING", "IN_PROGRESS", "IN_PROGRESS", "COMPLETED"] as const
    const { code, stderr, stdout, events } = await run(
      states.map((state) => statusAt(state)),
      ["--wait", "--json"],
    )
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expect(stdout.trimEnd().split("\n")).to.have.length(events.length)
    expect(events.map(({ event, status }) => status ?? event)).to.deep.equal([
      "PENDING",
      "IN_PROGRESS",
      "COMPLETED",
      "end",
    ])
    expect(events.at(-1)).to.include({ outcome: "success" })
  })

  it("says before it waits that the server is away", async () => {
    const args = ["swap", "status", quoteId, "--wait"]
    const { code, stdout, error } = await runCommand(args, { port: await freePort(), clock: createFastClock() })
    expect([code, stdout, error?.code]).to.deep.equal([1, "", "UNREACHABLE"])
  })

  it("ends a wait with 2 at a refund and at a failure, and with 3 at its deadline", async () => {
    const [refunded, failed, late] = await Promise.all([
      run([statusAt("IN_PROGRESS"), statusAt("REFUNDED", { refund })], ["--wait", "--json"]),
      run([statusAt("FAILED")], ["--wait"]),
      run([statusAt("IN_PROGRESS")], ["--wait", "--timeout", "300ms"]),
    ])
    expect([refunded.code, failed.code, late.code]).to.deep.equal([2, 2, 3])
    expectGoldenCommand("swap/status-refunded", refunded)
    expectGoldenCommand("swap/status-late", late)
    expect(failed.stderr).to.not.match(/^\s+at /m)
  })
})
