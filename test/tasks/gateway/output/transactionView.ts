import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"
import { encodeErrorResult } from "viem/utils"

import { createTransactionTracker, type TransactionStep } from "#src/gateway/following/trackers.js"
import { requestsSchema } from "#src/gateway/wire/schemas.js"
import { showSteps } from "#src/terminal/live/showSteps.js"
import { plainText } from "#src/terminal/renderText.js"
import { transactionReport } from "#tasks/gateway/output/transactionReport.js"
import { transactionView } from "#tasks/gateway/output/transactionView.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { payloadAt, requestAt } from "#test/fixtures/wire/gatewayRequests.js"

const abi = parseAbi(["error TooHigh(uint256 limit)"])
const tooHigh = encodeErrorResult({ abi, errorName: "TooHigh", args: [5n] })
const chainName = (slug: number): string => ({ 41001: "alpha", 41002: "beta" })[slug] ?? "gamma"
const options = { chainName, abis: [abi] }
const deployment = {
  callType: "DEPLOY",
  appGatewayDetails: {
    onChainAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    forwarderAddress: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
    isForwarderDeployed: false,
  },
}

function report(wire: readonly unknown[], columns = 300): string {
  return plainText(transactionReport(requestsSchema.parse(wire), options), columns)
}

/** The steps that a watch would make of these answers, 100 ms apart. */
async function* watch(answers: readonly (readonly unknown[])[]): AsyncGenerator<TransactionStep> {
  const journey = createTransactionTracker(undefined, [abi])
  for (const [index, wire] of answers.entries()) {
    for (const step of journey.observe(requestsSchema.parse(wire), index * 100)) yield await Promise.resolve(step)
  }
}

async function show(
  answers: readonly (readonly unknown[])[],
  { json = false, isTTY = false } = {},
): Promise<{ progress: string; result: string }> {
  const terminal = recordTerminal({ isTTY, columns: 300, env: { NO_COLOR: "1" } })
  await showSteps(() => watch(answers), transactionView(options), { terminal, json, clock: { now: () => 1_000 } })
  return { progress: terminal.stderr(), result: terminal.stdout() }
}

describe("transactionReport", () => {
  it("says what is deployed where, and whether the forwarder can be used", () => {
    const text = report([requestAt("IN_PROGRESS", [payloadAt("EXECUTED", deployment)])])
    expect(text).to.match(/deploys on alpha +0x5FbDB2.*its forwarder at 0xe7f172.*not deployed yet/)
  })

  it("says what reverts where, of the call and of the callback", () => {
    const text = report([
      requestAt("REVERTING", [
        payloadAt("FINALIZED", { id: 1, executeRevert: tooHigh }),
        payloadAt("EXECUTED", { id: 2, chainSlug: 41002, callbackRevert: "not yet" }),
      ]),
    ])
    expect(text).to.match(/WRITE on alpha reverts +TooHigh\(limit: 5\)/)
    expect(text).to.match(/callback of WRITE on beta reverts +not yet/)
  })

  it("shows unknown states and call types, and a request without payloads", () => {
    expect(report([requestAt("PONDERING", [payloadAt("TELEPORTED", { callType: "BEAM" })])]))
      .to.contain("PONDERING")
      .and.to.contain("TELEPORTED")
      .and.to.contain("BEAM")
    expect(report([requestAt("IN_PROGRESS", [])])).to.contain("no payloads yet")
  })
})

describe("transactionView", () => {
  const answers = [
    [requestAt("IN_PROGRESS", [payloadAt("FINALIZED")], { requestCount: 7 })],
    [requestAt("REVERTING", [payloadAt("FINALIZED", { executeRevert: tooHigh })], { requestCount: 7 })],
    [requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED")], { requestCount: 7 })],
  ]

  it("has a line for the request and one for each payload, reverts decoded", async () => {
    const { progress } = await show(answers)
    expect(progress).to.match(/request 7 +1 payload +IN_PROGRESS/)
    expect(progress).to.match(/0x00000000…000001 +WRITE on alpha +FINALIZED .*reverts: TooHigh\(limit: 5\)/)
    expect(progress.trimEnd().split("\n")).to.have.length(6)
  })

  it("keeps a type of call that the API has made up on its line, and short", async () => {
    const callType = `READ\n\u202e${"X".repeat(500)}`
    const { progress } = await show([[requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED", { callType })])]])
    const [line = ""] = progress.split("\n").filter((each) => each.includes("READ"))
    expect(line)
      .to.match(/READ .*X+… on alpha/)
      .and.to.not.match(/\u202e/)
  })

  it("stops the timer of what has ended", async () => {
    const { progress } = await show(answers, { isTTY: true })
    expect(progress).to.match(/…000001 +WRITE on alpha +PROMISE_RESOLVED +after 200 ms/)
  })

  it("takes the request from the latest answer, even if its own status has not changed since the first", async () => {
    const only = (status: string) => [requestAt("IN_PROGRESS", [payloadAt(status)], { requestCount: 7 })]
    const { result } = await show([only("FINALIZED"), only("EXECUTED")])
    expect(result).to.contain("EXECUTED").and.to.not.contain("FINALIZED")
  })

  it("keeps requests without a number apart, and gives each payload in JSON once", async () => {
    const two = [
      [
        requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED", { id: 1 })]),
        requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED", { id: 2 })]),
      ],
    ]
    expect((await show(two)).result.match(/COMPLETED/g)).to.have.length(2)
    const { result } = await show(two, { json: true })
    const steps = result
      .trimEnd()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as object)
    for (const step of steps) expect(step).to.not.have.property("request")
  })
})
