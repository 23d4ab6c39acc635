import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"
import { encodeErrorResult } from "viem/utils"

import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { startHardhat } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { variants } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { writeUserArtifact } from "#test/fixtures/projects/userArtifact.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { createGatewayServer, type GatewayAnswers } from "#test/fixtures/servers/gatewayServer.js"
import { payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi(["error TooHigh(uint256 limit)"])
const tooHigh = encodeErrorResult({ abi, errorName: "TooHigh", args: [5n] })
const done = requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED", { id: 1 })], {
  requestCount: 12,
  feesInfo: { feePoolChain: 41002, feePoolToken: "USDX", maxFees: "1", fee: "0.021" },
})
const underWay = requestAt("IN_PROGRESS", [payloadAt("FINALIZED")], { requestCount: 12 })
const reverting = requestAt("REVERTING", [payloadAt("FINALIZED", { executeRevert: tooHigh })], { requestCount: 12 })

/** Runs the task against these answers, one after another. */
async function run(answers: readonly unknown[], args: readonly string[] = [], env = {}): Promise<EndedCommand> {
  await using server = await createGatewayServer({ getDetailsByTxHash: answers })
  return await runCommand(["gateway", "tx", txHash, ...args], { port: server.port, env })
}

describe("hardhat gateway tx", function () {
  it("shows requests, fees and payloads with chains by name", async () => {
    const { code, stdout, stderr } = await run([[done]])
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expectGoldenCommand("gateway/tx", { code, stdout, stderr })
  })

  it("decodes a revert with the user's own contracts, and counts it as a failure only with --fail-on-revert", async () => {
    await using artifacts = await writeUserArtifact(abi)
    const env = { PLUGS_TEST_ARTIFACTS: artifacts.path }
    const [lenient, strict] = await Promise.all([
      run([[reverting]], [], env),
      run([[reverting]], ["--fail-on-revert"], env),
    ])
    expect([lenient.code, strict.code]).to.deep.equal([0, 2])
    for (const { stdout } of [lenient, strict]) expect(stdout).to.match(/WRITE on alpha reverts +TooHigh\(limit: 5\)/)
    expectGoldenCommand("gateway/tx-reverting", strict)
  })

  it("says that tries are over, with exit code 2, and waits no longer for it", async () => {
    const [payload] = reverting["Payloads"] as object[]
    const over = { ...reverting, Payloads: [{ ...payload, isGivenUp: true }] }
    const [plain, waiting] = await Promise.all([run([[over]]), run([[over]], ["--wait"])])
    expect([plain.code, waiting.code]).to.deep.equal([2, 2])
    expect(plain.stdout).to.match(/REVERTING /)
  })

  it("names the callback transactions that opened more, and follows them with --follow", async () => {
    const answers: GatewayAnswers = ({ txHash: asked }) => {
      if (asked === bytes32(0x1))
        return [requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED", { id: 2 })], { requestCount: 13 })]
      const callBackDetails = { callbackTxHash: bytes32(0x1), callbackStatus: "PROMISE_RESOLVED" }
      return [requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED", { callBackDetails })], { requestCount: 12 })]
    }
    await using server = await createGatewayServer({ getDetailsByTxHash: answers })
    const [plain, asJson, followed] = await Promise.all(
      [[], ["--json"], ["--follow", "--json"]].map((flags) =>
        runCommand(["gateway", "tx", txHash, ...flags], { port: server.port }),
      ),
    )
    expect([plain!.code, asJson!.code, followed!.code]).to.deep.equal([0, 0, 0])
    expectGoldenCommand("gateway/tx-opened", plain!)
    expectGoldenCommand("gateway/tx-opened", asJson!)
    const { opened } = JSON.parse(asJson!.stdout) as { opened: { txHash: string }[] }
    expect(opened.map((one) => one.txHash)).to.deep.equal([bytes32(1)])
    const { requests } = followed!.events.at(-1) as unknown as { requests: { requestCount: number }[] }
    expect(requests.map(({ requestCount }) => requestCount)).to.deep.equal([12, 13])
  })

  it("shows a payload with an odd value, and says which it is", async () => {
    const odd = payloadAt("PROMISE_RESOLVED", { target: "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV\u001B[2K" })
    const { code, stdout } = await run([[requestAt("COMPLETED", [odd, 7], { requestCount: 1 })]])
    expect(code).to.equal(0)
    expect(stdout).to.match(/ target is 7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV/)
    expect(stdout).to.match(/ Payloads\[1\] is 7,/)
    expect(stdout).to.not.contain("\u001B")
  })

  it("says that it knows nothing of a transaction yet, with exit code 1", async () => {
    const [human, json] = await Promise.all([run([[]]), run([[]], ["--json"])])
    expect([human.code, json.code]).to.deep.equal([1, 1])
    for (const ended of [human, json]) expectGoldenCommand("gateway/tx-unknown", ended)
    expect(JSON.parse(json.stdout)).to.deep.include({ schemaVersion: 1, txHash, requests: [], opened: [] })
    expect(JSON.parse(json.stdout)).to.have.nested.property("error.code", "NOTHING_FOUND")
  })

  it("prints one JSON document, and nothing else", async () => {
    const { code, stdout, stderr } = await run([[done]], ["--json"])
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expectGoldenCommand("gateway/tx", { code, stdout, stderr })
  })

  describe("--wait", () => {
    it("waits for a transaction that is not known yet, follows it to its end, and shows the result", async () => {
      const { code, stdout, stderr } = await run([[], [], [underWay], [done]], ["--wait"])
      expect(code).to.equal(0)
      expect(stderr).to.match(/WRITE on alpha +FINALIZED[^]*WRITE on alpha +PROMISE_RESOLVED/)
      expect(stdout).to.match(/Request 12 +COMPLETED/)
      expect(stdout + stderr).to.not.contain("\u001B")
    })

    it("prints every change as a JSON line, reverts and recoveries too, and the requests at the end", async () => {
      const { code, stderr, stdout, events } = await run(
        [[], [underWay], [reverting], [underWay], [done]],
        ["--wait", "--json"],
      )
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
      expect(stdout.trimEnd().split("\n")).to.have.length(events.length)
      const payload = events.filter(({ subject }) => subject === "payload")
      expect(payload.map(({ status, reverts }) => [status, (reverts as unknown[]).length])).to.deep.equal([
        ["FINALIZED", 0],
        ["FINALIZED", 1],
        ["FINALIZED", 0],
        ["PROMISE_RESOLVED", 0],
      ])
      expect(events.at(-1)).to.deep.include({ event: "end", outcome: "success" })
      expect((events.at(-1)!["requests"] as { status: string }[])[0]).to.include({ status: "COMPLETED" })
    })

    it("ends with 0 at the state that --until names", async () => {
      const { code, events } = await run([[underWay]], ["--wait", "--until", "finalized", "--json"])
      expect(code).to.equal(0)
      expect(events.at(-2)).to.include({ status: "FINALIZED" })
    })

    it("ends with 2 at a revert with --fail-on-revert, and when one is still there at the deadline", async () => {
      const [early, late] = await Promise.all([
        run([[reverting]], ["--wait", "--fail-on-revert", "--json"]),
        run([[reverting]], ["--wait", "--timeout", "300ms"]),
      ])
      expect([early.code, late.code]).to.deep.equal([2, 2])
      expect(early.events.at(-1)).to.include({ event: "end", outcome: "failure" })
      expect(early.events.at(-1)!["error"]).to.include({ code: "TRANSACTION_REVERTING" })
      expect(late.stderr).to.match(/reverts/)
      expect(late.stderr).to.not.match(/^\s+at /m)
    })

    it("ends with 3 at its deadline, whether the transaction is known or not", async () => {
      const ends = await Promise.all([
        run([[underWay]], ["--wait", "--timeout", "300ms"]),
        run([[]], ["--wait", "--timeout", "300ms", "--json"]),
      ])
      expect(ends.map(({ code }) => code)).to.deep.equal([3, 3])
      expectGoldenCommand("gateway/tx-late", ends[0])
      expectGoldenCommand("gateway/tx-late", ends[1])
    })

    // One in a process of its own holds that the process's signals reach the task.
    const places = [
      ["this process", startCommand],
      ["a process of its own", startHardhat],
    ] as const
    for (const [where, start] of variants(places, 1)) {
      it(`stops at Ctrl-C with 130 and without a stack, in ${where}`, async () => {
        await using server = await createGatewayServer({ getDetailsByTxHash: [[underWay]] })
        await using watch = start(["gateway", "tx", txHash, "--wait", "--json"], { port: server.port })
        await watch.event(({ status }) => status === "FINALIZED")
        watch.interrupt()
        const { code, stderr, events } = await watch.ended
        expect({ code, stderr }).to.deep.equal({ code: 130, stderr: "Interrupted.\n" })
        expect(events.at(-1)).to.include({ event: "end", outcome: "interrupted" })
      })
    }
  })

  it("says before it waits that the server is away, and how to start one", async () => {
    const port = await freePort()
    const away = (flags: string[]): Promise<EndedCommand> =>
      runCommand(["gateway", "tx", bytes32(1), ...flags], { port, clock: createFastClock() })
    for (const { code, stdout, stderr } of await Promise.all([away([]), away(["--wait"])])) {
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
      expect(stderr).to.contain(`http://127.0.0.1:${port}`).and.to.contain("npx hardhat devnet")
      expect(stderr).to.not.match(/^\s+at /m)
    }
  })
})
