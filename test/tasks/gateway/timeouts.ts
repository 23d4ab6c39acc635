import { expect } from "chai"
import { describe, it } from "mocha"

import type { Clock } from "#src/primitives/clock.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createGatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const target = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const due = Math.floor(Date.UTC(2026, 0, 1) / 1_000)
const resolved = {
  timeoutId: bytes32(1),
  target,
  status: "RESOLVED",
  executeAt: due,
  executedAt: due + 7,
  isResolved: true,
  resolveTxHash: bytes32(9),
}
const queued = { ...resolved, status: "ADDED_TO_QUEUE", executedAt: null, isResolved: false, resolveTxHash: null }
const later = { ...queued, timeoutId: bytes32(2), executeAt: 4_000_000_000 }

async function run(
  answers: readonly unknown[],
  args: readonly string[],
  clock?: Clock,
): Promise<EndedCommand & { requests: readonly string[] }> {
  await using server = await createGatewayServer({ timeout: answers })
  const ended = await runCommand(["gateway", "timeouts", ...args], { port: server.port, ...(clock && { clock }) })
  return { ...ended, requests: server.requests }
}

describe("hardhat gateway timeouts", function () {
  it("shows when each is due, and how late it ran", async () => {
    const ended = await run([[resolved, later]], ["--tx", txHash, "--target", target], createManualClock())
    expectGoldenCommand("gateway/timeouts", ended)
    expect(ended.requests).to.deep.equal([`timeout?txHash=${txHash}&target=${target}`])
  })

  it("prints one JSON document, with every field of the API", async () => {
    expectGoldenCommand("gateway/timeouts", await run([[resolved, later]], ["--tx", txHash, "--json"]))
  })

  it("says when there is none", async () => {
    const { code, stdout } = await run([[]], ["--target", target])
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: "The gateway knows of no such timeout.\n" })
  })

  it("waits until all have run, and says how late", async () => {
    const [human, json] = await Promise.all([
      run([[], [queued], [resolved]], ["--tx", txHash, "--wait"]),
      run([[], [queued], [resolved]], ["--tx", txHash, "--wait", "--json"]),
    ])
    expect([human.code, json.code]).to.deep.equal([0, 0])
    expect(human.stderr).to.match(/ADDED_TO_QUEUE +late by [^]*RESOLVED +ran 7 s late/)
    expect(human.stdout).to.contain("ran 7 s late")
    expect(json.stderr).to.equal("")
    expect((json.events.at(-1)!["timeouts"] as object[])[0]).to.include({ lateBy: 7_000 })
  })

  it("ends with 3 at its deadline, and says when it was due", async () => {
    const { code, stderr } = await run([[later]], ["--id", bytes32(2), "--wait", "--timeout", "300ms"])
    expect(code).to.equal(3)
    expect(stderr).to.contain("due: 2096-10-02")
  })
})
