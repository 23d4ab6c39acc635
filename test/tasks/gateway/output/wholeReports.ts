import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEther } from "viem"

import { revertOfTrigger } from "#src/gateway/reverts.js"
import { requestsSchema, timeoutSchema, triggersSchema } from "#src/gateway/wire/schemas.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { contractsReport } from "#tasks/gateway/output/contractsReport.js"
import { deploymentTable } from "#tasks/gateway/output/deployments.js"
import { forwarderReport } from "#tasks/gateway/output/forwarderReport.js"
import { retryReport } from "#tasks/gateway/output/retryReport.js"
import { timeoutReport, timeoutsView } from "#tasks/gateway/output/timeouts.js"
import { printCredits, printTopUp, topUpPlan } from "#tasks/gateway/output/topUpReport.js"
import { openedReport, transactionReport } from "#tasks/gateway/output/transactionReport.js"
import { transactionTable } from "#tasks/gateway/output/transactionTable.js"
import { transactionView } from "#tasks/gateway/output/transactionView.js"
import { triggerReport } from "#tasks/gateway/output/triggerReport.js"
import { expectGolden } from "#test/fixtures/golden/expectGolden.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { markColors } from "#test/fixtures/output/markColors.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { payloadAt, requestAt } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const chainName = (slug: number): string => ({ 41001: "alpha", 41002: "beta" })[slug] ?? String(slug)
const names = {
  gatewaySlug: 43,
  nameOf: (slug: number, at: string) => (slug === 43 && at === address("1") ? "App" : undefined),
}
const options = { chainName, abis: [], names }

class Late extends PlugsError {
  readonly code = "DEADLINE_PASSED"
}

describe("whole reports of the gateway, with their colors", () => {
  it("of its contracts, with what was asked and what was not", () => {
    const parts: (string | undefined)[][] = []
    const contract = (name: string, hasCode: boolean | null) => ({
      name,
      address: address("2"),
      from: "devnet" as const,
      hasCode,
    })
    const later = { name: "later", address: null, from: "chain", hasCode: null } as const
    const gateway = { slug: 43, network: "evmx", contracts: [contract("one", true), contract("two", false), later] }
    const chains = [
      { slug: 41001, contracts: [contract("feesPlug", null)] },
      { slug: 7, contracts: [] },
    ]
    parts.push(markColors(contractsReport({ deployment: "stage", gateway, chains }, chainName)))
    const unasked = { slug: null, network: "evmx", contracts: [later] }
    const none = { deployment: null, gateway: unasked, chains: [] }
    parts.push(markColors(contractsReport(none, chainName)))
    // One chain that was asked is enough.
    const asked = { ...none, chains: [{ slug: 7, contracts: [contract("x", true)] }] }
    expect(contractsReport(asked, chainName)).not.to.contain("No network was asked")
    expectGolden("gateway/reports/contracts-asked-not.txt", parts)
  })

  it("of deployments", () => {
    const parts: (string | undefined)[][] = []
    const chain = { name: "alpha", slug: 43 }
    const deployment = (state: string, more = {}) => ({
      chain,
      deployment: { state, onChainAddress: address("1"), forwarderAddress: null, ...more } as never,
      error: null,
    })
    const rows = [
      deployment("IN_PROGRESS", { onChainAddress: null }),
      deployment("DEPLOYED"),
      deployment("FORWARDER_DEPLOYED", { forwarderAddress: address("3"), isStuck: false }),
      deployment("IN_PROGRESS", { onChainAddress: null, isStuck: true }),
      deployment("DEPLOYED", { isStuck: true }),
    ]
    parts.push(markColors(deploymentTable(rows, names)))
    const failed = [...rows.slice(1, 2), { chain, deployment: null, error: new Late("It is late.") }]
    parts.push(markColors(deploymentTable(failed)))
    expectGolden("gateway/reports/deployments.txt", parts)
  })

  it("of a forwarder", () => {
    const parts: (string | undefined)[][] = []
    const facts = {
      ...{ onChainAddress: address("1"), forwarderAddress: address("2"), isDeployed: true },
      ...{ predicted: address("2"), agrees: true },
    }
    const report = (more: object) => markColors(forwarderReport({ ...facts, ...more }, "alpha"))
    parts.push(report({ name: "App" }))
    parts.push(report({ agrees: false, isDeployed: false }))
    parts.push(report({ agrees: null, predicted: null, forwarderAddress: null }))
    expectGolden("gateway/reports/forwarder.txt", parts)
  })

  it("of what was tried again", () => {
    const parts: (string | undefined)[][] = []
    const item = { kind: "payload", id: "0x12", outcome: "retried", isDone: null, revert: null } as const
    const items = [
      item,
      { ...item, isDone: true },
      { ...item, isDone: false, revert: "too low" },
      { ...item, isDone: false },
      { ...item, outcome: "done", kind: "unknown" },
      { ...item, outcome: "cancelled" },
      { ...item, outcome: "not given up" },
      { ...item, outcome: "not given up", revert: "too low" },
    ] as const
    parts.push(markColors(retryReport(items)))
    expectGolden("gateway/reports/tried-again.txt", parts)
  })

  it("of timeouts", () => {
    const parts: (string | undefined)[][] = []
    const wire = { timeoutId: bytes32(1), status: "ADDED_TO_QUEUE", executeAt: 1_000, isResolved: false }
    const resolved = { ...wire, isResolved: true, executedAt: 1_007, resolveTxHash: bytes32(9) }
    const timeouts = [{ ...wire, target: address("1") }, resolved].map((one) => timeoutSchema.parse(one))
    const at = { abis: [], names, now: () => 999_000 }
    parts.push(markColors(timeoutReport(timeouts, at)))
    const reverting = [
      { ...wire, target: address("4"), revertString: "too low", executeAt: "soon" },
      { ...wire, revertString: "too high", isGivenUp: true, executedAt: "never" },
      resolved,
    ].map((one) => timeoutSchema.parse({ ...one, executeAt: 1_000 }))
    parts.push(markColors(timeoutReport(reverting, at)))
    expect(markColors(timeoutReport([], at))).to.deep.equal(["<magenta>The gateway knows of no such timeout.</>"])
    const line = (index: number, revert?: { reason: string }) => {
      const timeout = reverting[index]!
      const step = {
        kind: "state",
        state: timeout.status,
        at: 0,
        inState: 0,
        timeout,
        ...(revert && { revert }),
      } as const
      const { time, ...parts } = timeoutsView(at).lineParts(step)
      const { name, place, state, explanation, problem, isFinal } = parts
      return markColors(
        [name.long, name.short, place, state, explanation, problem, String(isFinal), time?.()].join(" | "),
      )
    }
    parts.push([line(0, { reason: "low" }), line(1, { reason: "high" }), line(2)].flat())
    expectGolden("gateway/reports/timeouts.txt", parts)
  })

  it("of a transaction", () => {
    const parts: (string | undefined)[][] = []
    const deployed = (more: object) => ({
      callType: "DEPLOY",
      appGatewayDetails: { onChainAddress: null, forwarderAddress: null, isForwarderDeployed: false, ...more },
    })
    const wire = [
      requestAt(
        "IN_PROGRESS",
        [
          payloadAt("EXECUTED", {
            id: 1,
            batchCount: 0,
            executeDetails: { executionStatus: "EXECUTED", executeTxHash: bytes32(31) },
          }),
          payloadAt("PROMISE_RESOLVED", {
            ...{ id: 2, batchCount: 1, chainSlug: 41002, target: null },
            callBackDetails: { callbackTxHash: bytes32(32), promiseResolveStatus: "PROMISE_RESOLVED" },
          }),
          payloadAt("FINALIZED", { id: 3, executeRevert: "too low", ...deployed({}) }),
          payloadAt("FINALIZED", {
            id: 4,
            ...deployed({ onChainAddress: address("1"), forwarderAddress: address("2") }),
          }),
          payloadAt("EXECUTED", {
            ...{ id: 5, callbackRevert: "too high", isGivenUp: true },
            ...deployed({ onChainAddress: address("1"), forwarderAddress: address("2"), isForwarderDeployed: true }),
          }),
        ],
        { requestCount: 7, feesInfo: { feePoolChain: 41002, feePoolToken: "USDC", maxFees: "2", fee: "1.5" } },
      ),
      requestAt("COMPLETED", [payloadAt("TELEPORTED", { id: 6 })], {
        feesInfo: { feePoolChain: "beta", feePoolToken: null, maxFees: null, fee: null },
      }),
      requestAt("REVERTING", [], { feesInfo: { feePoolChain: null, feePoolToken: null, maxFees: null, fee: "3" } }),
    ]
    parts.push(markColors(transactionReport(requestsSchema.parse(wire), options)))
    expect(markColors(transactionReport([], options))).to.deep.equal([
      "<magenta>The gateway knows nothing of this transaction yet.</>",
      "It may be too new: wait for it with --wait. Give a transaction of the gateway chain, not of a chain that a payload goes to.",
    ])
    const requests = requestsSchema.parse(wire)
    const opened = [
      { txHash: bytes32(50), payloadIds: [], requests },
      { txHash: bytes32(51), payloadIds: [], requests: requests.slice(0, 1) },
    ]
    parts.push(markColors(["", openedReport(opened)]))
    expect(openedReport([])).to.equal(undefined)

    const { lineParts } = transactionView(options)
    const lineOf = (step: object) => {
      const { name, place, state, explanation, problem, detail, isFinal } = lineParts({
        kind: "state",
        at: 0,
        inState: 0,
        ...step,
      } as never)
      return markColors(
        [name.long, name.short, place, state, explanation, problem, detail, String(isFinal)].join(" | "),
      )
    }
    const [first, second, third] = requests
    const ofRequest = (request = first, state = request!.status) => ({ subject: "request", request, state })
    const ofPayload = (index: number, reverts: readonly object[] = []) => {
      const payload = first!.payloads[index]!
      return { subject: "payload", request: first, payload, state: payload.status, reverts }
    }
    const steps = [
      ofRequest(),
      ofRequest(first, "COMPLETED"),
      ofRequest(second),
      ofRequest(third),
      ofPayload(0),
      ofPayload(1),
      ofPayload(2),
      ofPayload(2, [{ stage: "execute", reason: "too low" }]),
      ofPayload(4, [{ stage: "callback", reason: "too high", isGivenUp: true }]),
    ]
    parts.push(steps.flatMap(lineOf))
    expectGolden("gateway/reports/transaction.txt", parts)
  })

  it("of a list of transactions", () => {
    const parts: (string | undefined)[][] = []
    const row = { txHash: bytes32(1), status: "COMPLETED", appGateway: address("1"), payloadCount: 12, sentAt: 40_000 }
    const rows = [row, { ...row, status: null, sentAt: null, appGateway: address("2"), payloadCount: 3 }]
    const table = transactionTable(rows, { contractName: (at) => names.nameOf(43, at), now: 100_000 })
    parts.push(markColors(table))
    expectGolden("gateway/reports/list-transactions.txt", parts)
  })

  it("of triggers", () => {
    const parts: (string | undefined)[][] = []
    const wire = {
      ...{ status: "Queued", onChainTxHash: bytes32(5), callId: "0x77", chainSlug: 41001, plug: address("4") },
      ...{ payload: { appGateway: address("1") }, ExecutionDetails: {} },
    }
    const refused = { ...wire, status: "Reverting", ExecutionDetails: { revertString: "too low" } }
    const parsed = triggersSchema.parse({
      status: "SUCCESS",
      response: [
        { ...wire, status: "Executed", ExecutionDetails: { appGatewayTxHash: bytes32(6) } },
        { ...wire, chainSlug: null, plug: null, payload: {} },
        refused,
        { ...refused, payload: {}, isGivenUp: true, chainSlug: "x" },
      ],
    })
    const triggers = parsed.map((one) => ({ ...one, revert: revertOfTrigger(one) ?? null }))
    parts.push(markColors(triggerReport(triggers, options)))
    expect(markColors(triggerReport(triggers.slice(0, 1), options))).to.deep.equal([
      "<bold>trigger</>  <bold>chain</>  <bold>plug</>                                        <bold>app gateway</>                                       <bold>state</>     <bold>called in</>",
      "0x77     alpha  0x4444444444444444444444444444444444444444  0x1111111111111111111111111111111111111111 (App)  <green>Executed</>  0x0000000000000000000000000000000000000000000000000000000000000006",
    ])
    expect(markColors(triggerReport([], options))).to.deep.equal([
      "<magenta>The gateway knows of no trigger in this transaction.</>",
      "Give the transaction in which a plug called its app gateway, on the plug's chain. It may be too new.",
    ])
    expectGolden("gateway/reports/triggers.txt", parts)
  })

  it("of a top-up, before and after", async () => {
    const parts: (string | undefined)[][] = []
    const native = { symbol: "POL", decimals: 18 }
    const receipt = { status: "0x1", blockNumber: "0x1", gasUsed: "0x64", effectiveGasPrice: "0x3b9aca00", logs: [] }
    const { client: publicClient } = fakeNode({ eth_getTransactionReceipt: receipt })
    const { client: silent } = fakeNode(() => new Error("down"))
    const chainOf = (client: unknown) => ({ entry: { name: "alpha" }, client, native: () => Promise.resolve(native) })
    const opened = (more: object = {}) =>
      ({
        ...{ receiver: address("1"), receiverShown: `${address("1")} (App)` },
        payment: { chain: chainOf(publicClient), deposit: undefined, unit: native, ...more },
      }) as never
    const deposit = { token: address("2"), feesPlug: address("3") }
    const facts = {
      before: parseEther("0.5"),
      amount: 1_500_000n,
      account: address("9"),
      gas: { cost: 123n, native, limits: {} },
    }
    const plans = [
      topUpPlan(opened(), facts),
      topUpPlan(opened({ deposit, unit: { symbol: "USDX", decimals: 6 } }), facts),
    ]
    parts.push(plans.flatMap(markColors))
    const sent = {
      hash: bytes32(5),
      approvals: [bytes32(4)],
      before: 1n,
      after: parseEther("2"),
      creditAmount: 7n,
      amount: 9n,
      account: address("9"),
    }
    const printed = async (print: (terminal: ReturnType<typeof recordTerminal>) => unknown) => {
      const terminal = recordTerminal({ isTTY: true, columns: 200 })
      await print(terminal)
      return markColors(terminal.stdout())
    }
    const done = (more: object, json = false) =>
      printed((terminal) => printTopUp(opened(more), { ...sent, json }, terminal))
    parts.push([...(await done({})), ...(await done({ chain: chainOf(silent) }))])
    const documentOf = async (more: object) => JSON.parse((await done(more, true)).join("\n")) as { payment: object }
    expect((await documentOf({ deposit })).payment).to.include({
      token: address("2"),
      gasFee: "200000000000",
      creditAmount: "7",
    })
    expect((await documentOf({ chain: chainOf(silent) })).payment).to.include({
      token: null,
      gasFee: null,
      amount: "9",
    })
    const credits = (json: boolean) =>
      printed((terminal) => {
        printCredits(opened(), parseEther("2"), { json }, terminal)
      })
    expect(await credits(false)).to.deep.equal([
      "0x1111111111111111111111111111111111111111 (App) can spend 2 credits.",
      "",
    ])
    expect(JSON.parse((await credits(true)).join("\n"))).to.include({
      payment: null,
      creditsBefore: "2000000000000000000",
    })
    expectGolden("gateway/reports/topup-before-after.txt", parts)
  })
})
