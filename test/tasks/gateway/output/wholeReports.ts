import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, parseEther } from "viem"

import { requestsSchema, timeoutSchema, triggersSchema } from "../../../../src/gateway/wire/schemas.js"
import { PlugsError } from "../../../../src/primitives/PlugsError.js"
import { createPaint } from "../../../../src/terminal/paint.js"
import { contractsReport } from "../../../../tasks/gateway/output/contractsReport.js"
import { deploymentTable } from "../../../../tasks/gateway/output/deployments.js"
import { forwarderReport } from "../../../../tasks/gateway/output/forwarderReport.js"
import { retryReport } from "../../../../tasks/gateway/output/retryReport.js"
import { timeoutReport, timeoutsView } from "../../../../tasks/gateway/output/timeouts.js"
import { printCredits, printTopUp, topUpPlan } from "../../../../tasks/gateway/output/topUpReport.js"
import { openedReport, transactionReport } from "../../../../tasks/gateway/output/transactionReport.js"
import { transactionTable } from "../../../../tasks/gateway/output/transactionTable.js"
import { transactionView } from "../../../../tasks/gateway/output/transactionView.js"
import { triggerReport } from "../../../../tasks/gateway/output/triggerReport.js"
import { markColors } from "../../../fixtures/output/markColors.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"
import { payloadAt, requestAt } from "../../../fixtures/wire/gatewayRequests.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const { out } = recordTerminal({ isTTY: true, columns: 400 })
const paint = createPaint(true)
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
    const contract = (name: string, hasCode: boolean | null) => ({
      name,
      address: address("2"),
      from: "devnet",
      hasCode,
    })
    const later = { name: "later", address: null, from: "chain", hasCode: null }
    const gateway = { slug: 43, network: "evmx", contracts: [contract("one", true), contract("two", false), later] }
    const chains = [
      { slug: 41001, contracts: [contract("feesPlug", null)] },
      { slug: 7, contracts: [] },
    ]
    expect(markColors(contractsReport({ deployment: "stage", gateway, chains }, chainName, out))).to.deep.equal([
      "<bold>Deployment: stage</>",
      "",
      "<bold>Gateway chain (network evmx, slug 43)</>",
      "<bold>contract</>  <bold>address</>                                     <bold>from</>    <bold>code</>",
      "one       0x2222222222222222222222222222222222222222  devnet  <green>yes</>",
      "two       0x2222222222222222222222222222222222222222  devnet  <red>none</>",
      "later     asked of the deployer on use                chain   –",
      "",
      "<bold>alpha (41001)</>",
      "<bold>contract</>  <bold>address</>                                     <bold>from</>",
      "feesPlug  0x2222222222222222222222222222222222222222  devnet",
      "",
      "<bold>Chain 7</>",
      "none",
    ])
    const unasked = { slug: null, network: "evmx", contracts: [later] }
    const none = { deployment: null, gateway: unasked, chains: [] }
    expect(markColors(contractsReport(none, chainName, out))).to.deep.equal([
      "<bold>Deployment: none; only what the configuration says is used</>",
      "",
      "<bold>Gateway chain (network evmx)</>",
      "<bold>contract</>  <bold>address</>                       <bold>from</>",
      "later     asked of the deployer on use  chain",
      "",
      "<dim>No network was asked. --check asks each whether its contracts are there.</>",
    ])
    // One chain that was asked is enough.
    const asked = { ...none, chains: [{ slug: 7, contracts: [contract("x", true)] }] }
    expect(contractsReport(asked, chainName, out)).not.to.contain("No network was asked")
  })

  it("of deployments", () => {
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
    expect(markColors(deploymentTable(rows, out, names))).to.deep.equal([
      "<bold>chain</>  <bold>contract</>                                          <bold>forwarder</>                                   <bold>state</>",
      "alpha  not yet                                           not yet                                     <magenta>not yet</>",
      "alpha  0x1111111111111111111111111111111111111111 (App)  not yet                                     <cyan>deployed on its chain, its forwarder not yet</>",
      "alpha  0x1111111111111111111111111111111111111111 (App)  0x3333333333333333333333333333333333333333  <green>deployed, and its forwarder too</>",
      "alpha  not yet                                           not yet                                     <red>stuck: not deployed for 5 min since it was requested</>",
      "alpha  0x1111111111111111111111111111111111111111 (App)  not yet                                     <red>stuck: its forwarder is not deployed for 5 min since it was requested</>",
    ])
    const failed = [...rows.slice(1, 2), { chain, deployment: null, error: new Late("It is late.") }]
    expect(markColors(deploymentTable(failed, out))).to.deep.equal([
      "<bold>chain</>  <bold>contract</>                                    <bold>forwarder</>  <bold>state</>                                         <bold>error</>",
      "alpha  0x1111111111111111111111111111111111111111  not yet    <cyan>deployed on its chain, its forwarder not yet</>  <red></>",
      "alpha  –                                           –          –                                             <red>It is late.</>",
    ])
  })

  it("of a forwarder", () => {
    const facts = {
      ...{ onChainAddress: address("1"), forwarderAddress: address("2"), isDeployed: true },
      ...{ predicted: address("2"), agrees: true },
    }
    const report = (more: object) => markColors(forwarderReport({ ...facts, ...more }, "alpha", paint))
    expect(report({ name: "App" })).to.deep.equal([
      "  <dim>contract            </>  0x1111111111111111111111111111111111111111 (App) on alpha",
      "  <dim>forwarder by the API</>  0x2222222222222222222222222222222222222222",
      "  <dim>forwarder predicted </>  0x2222222222222222222222222222222222222222",
      "  <dim>deployed            </>  yes",
      "<green>Both agree.</>",
    ])
    expect(report({ agrees: false, isDeployed: false })).to.deep.equal([
      "  <dim>contract            </>  0x1111111111111111111111111111111111111111 on alpha",
      "  <dim>forwarder by the API</>  0x2222222222222222222222222222222222222222",
      "  <dim>forwarder predicted </>  0x2222222222222222222222222222222222222222",
      "  <dim>deployed            </>  not yet",
      "<red><bold>They differ. Do not use the API's address before you know why.</></>",
      "Check plugs.gateway: its contracts must belong to the gateway that baseUrl serves.",
    ])
    expect(report({ agrees: null, predicted: null, forwarderAddress: null })).to.deep.equal([
      "  <dim>contract            </>  0x1111111111111111111111111111111111111111 on alpha",
      "  <dim>forwarder by the API</>  none",
      "  <dim>forwarder predicted </>  <magenta>unknown: plugs.gateway.contracts is missing in the Hardhat configuration</>",
      "  <dim>deployed            </>  yes",
    ])
  })

  it("of what was tried again", () => {
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
    expect(markColors(retryReport(items, paint))).to.deep.equal([
      "payload 0x12: tried again.",
      "<green>payload 0x12: tried again, and done.</>",
      "<red>payload 0x12: tried again, and it reverts again: too low</>",
      "<red>payload 0x12: tried again, and it reverts again: without a reason</>",
      "0x12: it was done already. Nothing was tried again.",
      "payload 0x12: its request was cancelled, so it is never carried out.",
      "payload 0x12: it does not revert. Nothing was tried again.",
      "payload 0x12: it reverts, and is tried again by itself: too low. Nothing was tried again.",
    ])
  })

  it("of timeouts", () => {
    const wire = { timeoutId: bytes32(1), status: "ADDED_TO_QUEUE", executeAt: 1_000, isResolved: false }
    const resolved = { ...wire, isResolved: true, executedAt: 1_007, resolveTxHash: bytes32(9) }
    const timeouts = [{ ...wire, target: address("1") }, resolved].map((one) => timeoutSchema.parse(one))
    const at = { abis: [], names, now: () => 999_000 }
    expect(markColors(timeoutReport(timeouts, at, out))).to.deep.equal([
      "<bold>timeout</>                                                             <bold>target</>                                            <bold>state</>           <bold>due</>           <bold>ran in</>",
      "0x0000000000000000000000000000000000000000000000000000000000000001  0x1111111111111111111111111111111111111111 (App)  <cyan>ADDED_TO_QUEUE</>  in 1 s        –",
      "0x0000000000000000000000000000000000000000000000000000000000000001  –                                                 <green>RESOLVED</>        ran 7 s late  0x0000000000000000000000000000000000000000000000000000000000000009",
    ])
    const reverting = [
      { ...wire, target: address("4"), revertString: "too low", executeAt: "soon" },
      { ...wire, revertString: "too high", isGivenUp: true, executedAt: "never" },
      resolved,
    ].map((one) => timeoutSchema.parse({ ...one, executeAt: 1_000 }))
    expect(markColors(timeoutReport(reverting, at, out))).to.deep.equal([
      "<bold>timeout</>                                                             <bold>target</>                                      <bold>state</>           <bold>due</>           <bold>ran in</>                                                              <bold>reverts</>",
      "0x0000000000000000000000000000000000000000000000000000000000000001  0x4444444444444444444444444444444444444444  <cyan>ADDED_TO_QUEUE</>  in 1 s        –                                                                   <magenta>too low</>",
      "0x0000000000000000000000000000000000000000000000000000000000000001  –                                           <cyan>ADDED_TO_QUEUE</>  in 1 s        –                                                                   <magenta>too high; tries are over</>",
      "0x0000000000000000000000000000000000000000000000000000000000000001  –                                           <green>RESOLVED</>        ran 7 s late  0x0000000000000000000000000000000000000000000000000000000000000009  <magenta></>",
      "",
      "  <dim>not readable</>  <magenta>executedAt is never, not a whole number</>",
    ])
    expect(markColors(timeoutReport([], at, out))).to.deep.equal(["<magenta>The gateway knows of no such timeout.</>"])
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
      const { time, ...parts } = timeoutsView(at).lineParts(step, paint)
      const { name, place, state, explanation, problem, isFinal } = parts
      return markColors(
        [name.long, name.short, place, state, explanation, problem, String(isFinal), time?.()].join(" | "),
      )
    }
    expect([line(0, { reason: "low" }), line(1, { reason: "high" }), line(2)].flat()).to.deep.equal([
      "0x00000000…000001 | …000001 | calls 0x44444444…444444 | <cyan>ADDED_TO_QUEUE</> | waiting for its time | <magenta>reverts: low</> | false | in 1 s",
      "0x00000000…000001 | …000001 |  | <cyan>ADDED_TO_QUEUE</> | waiting for its time | <magenta>reverts: high; tries are over</> | false | in 1 s",
      "0x00000000…000001 | …000001 |  | <cyan>ADDED_TO_QUEUE</> | waiting for its time |  | false | ran 7 s late",
    ])
  })

  it("of a transaction", () => {
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
    expect(markColors(transactionReport(requestsSchema.parse(wire), options, out))).to.deep.equal([
      "<bold>Request 7</>  <cyan>IN_PROGRESS</>  <dim>at least one payload reverts, and its tries are over</>",
      "fee 1.5 of at most 2 from the pool of beta in USDC",
      "",
      "<bold>batch</>  <bold>chain</>  <bold>call</>    <bold>target</>                                      <bold>state</>             <bold>executed in</>                                                         <bold>callback in</>",
      "    0  alpha  WRITE   0x5FbDB2315678afecb367f032d93F642f64180aa3  <cyan>EXECUTED</>          0x000000000000000000000000000000000000000000000000000000000000001f  –",
      "    1  beta   WRITE   –                                           <green>PROMISE_RESOLVED</>  –                                                                   0x0000000000000000000000000000000000000000000000000000000000000020",
      "    –  alpha  DEPLOY  0x5FbDB2315678afecb367f032d93F642f64180aa3  <cyan>FINALIZED</>         –                                                                   –",
      "    –  alpha  DEPLOY  0x5FbDB2315678afecb367f032d93F642f64180aa3  <cyan>FINALIZED</>         –                                                                   –",
      "    –  alpha  DEPLOY  0x5FbDB2315678afecb367f032d93F642f64180aa3  <cyan>EXECUTED</>          –                                                                   –",
      "",
      "  <dim>deploys on alpha                   </>  not yet, its forwarder's address follows from that",
      "  <dim>deploys on alpha                   </>  0x1111111111111111111111111111111111111111, its forwarder at 0x2222222222222222222222222222222222222222, not deployed yet",
      "  <dim>deploys on alpha                   </>  0x1111111111111111111111111111111111111111, its forwarder at 0x2222222222222222222222222222222222222222, deployed",
      "  <dim>DEPLOY on alpha reverts            </>  <magenta>too low</>",
      "  <dim>callback of DEPLOY on alpha reverts</>  <magenta>too high; tries are over</>",
      "",
      "<bold>Request</>  <green>COMPLETED</>  <dim>all payloads executed</>",
      "fee not charged yet from the pool of beta",
      "",
      "<bold>chain</>  <bold>call</>   <bold>target</>                                      <bold>state</>       <bold>executed in</>  <bold>callback in</>",
      "alpha  WRITE  0x5FbDB2315678afecb367f032d93F642f64180aa3  <cyan>TELEPORTED</>  –            –",
      "",
      "<bold>Request</>  <magenta>REVERTING</>  <dim>at least one payload reverts, tried again</>",
      "fee 3",
      "It has no payloads yet.",
    ])
    expect(markColors(transactionReport([], options, out))).to.deep.equal([
      "<magenta>The gateway knows nothing of this transaction yet.</>",
      "It may be too new: wait for it with --wait. Give a transaction of the gateway chain, not of a chain that a payload goes to.",
    ])
    const requests = requestsSchema.parse(wire)
    const opened = [
      { txHash: bytes32(50), payloadIds: [], requests },
      { txHash: bytes32(51), payloadIds: [], requests: requests.slice(0, 1) },
    ]
    expect(markColors(openedReport(opened, paint).join("\n"))).to.deep.equal([
      "",
      "  <dim>callback in 0x0000000000000000000000000000000000000000000000000000000000000032</>  opened request 7  <cyan>IN_PROGRESS</>",
      "  <dim>callback in 0x0000000000000000000000000000000000000000000000000000000000000032</>  opened a request  <green>COMPLETED</>",
      "  <dim>callback in 0x0000000000000000000000000000000000000000000000000000000000000032</>  opened a request  <magenta>REVERTING</>",
      "  <dim>callback in 0x0000000000000000000000000000000000000000000000000000000000000033</>  opened request 7  <cyan>IN_PROGRESS</>",
      "Follow what callbacks opened to its end with --follow.",
    ])
    expect(openedReport([], paint)).to.deep.equal([])

    const { lineParts } = transactionView(options)
    const lineOf = (step: object) => {
      const { name, place, state, explanation, problem, detail, isFinal } = lineParts(
        { kind: "state", at: 0, inState: 0, ...step } as never,
        paint,
      )
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
    expect(steps.flatMap(lineOf)).to.deep.equal([
      "request 7 | request 7 | 5 payloads | <cyan>IN_PROGRESS</>       | at least one payload reverts, and its tries are over |  |  | false",
      "request 7 | request 7 | 5 payloads | <green>COMPLETED</>         | all payloads executed |  |  | true",
      "request of …000006 | request of …000006 | 1 payload | <green>COMPLETED</>         | all payloads executed |  |  | true",
      "request | request | 0 payloads | <magenta>REVERTING</>         | at least one payload reverts, tried again |  |  | false",
      "0x00000000…000001 | …000001 | WRITE on alpha | <cyan>EXECUTED</>          | executed on its chain |  | executed in 0x000000000000000000000000000000000000000000000000000000000000001f | false",
      "0x00000000…000002 | …000002 | WRITE on beta | <green>PROMISE_RESOLVED</>  | callback has run |  | callback in 0x0000000000000000000000000000000000000000000000000000000000000020 | true",
      "0x00000000…000003 | …000003 | DEPLOY on alpha | <cyan>FINALIZED</>         | finalized by the watcher |  |  | false",
      "0x00000000…000003 | …000003 | DEPLOY on alpha | <cyan>FINALIZED</>         | finalized by the watcher | <magenta>reverts: too low</> |  | false",
      "0x00000000…000005 | …000005 | DEPLOY on alpha | <cyan>EXECUTED</>          | executed on its chain | <magenta>its callback reverts: too high; tries are over</> |  | false",
    ])
  })

  it("of a list of transactions", () => {
    const row = { txHash: bytes32(1), status: "COMPLETED", appGateway: address("1"), payloadCount: 12, sentAt: 40_000 }
    const rows = [row, { ...row, status: null, sentAt: null, appGateway: address("2"), payloadCount: 3 }]
    const table = transactionTable(
      rows,
      { contractName: (at) => names.nameOf(43, at), now: 100_000 },
      { paint, columns: 200 },
    )
    expect(markColors(table)).to.deep.equal([
      "       <bold>age</>  <bold>state</>      <bold>app gateway</>        <bold>payloads</>  <bold>transaction</>",
      "1 min 00 s  <green>COMPLETED</>  App                      12  0x0000000000000000000000000000000000000000000000000000000000000001",
      "         –  –          0x22222222…222222         3  0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
  })

  it("of triggers", () => {
    const wire = {
      ...{ status: "Queued", onChainTxHash: bytes32(5), callId: "0x77", chainSlug: 41001, plug: address("4") },
      ...{ payload: { appGateway: address("1") }, ExecutionDetails: {} },
    }
    const refused = { ...wire, status: "Reverting", ExecutionDetails: { revertString: "too low" } }
    const triggers = triggersSchema.parse({
      status: "SUCCESS",
      response: [
        { ...wire, status: "Executed", ExecutionDetails: { appGatewayTxHash: bytes32(6) } },
        { ...wire, chainSlug: null, plug: null, payload: {} },
        refused,
        { ...refused, payload: {}, isGivenUp: true, chainSlug: "x" },
      ],
    })
    expect(markColors(triggerReport(triggers, options, out))).to.deep.equal([
      "<bold>trigger</>  <bold>chain</>  <bold>plug</>                                        <bold>app gateway</>                                       <bold>state</>      <bold>called in</>",
      "0x77     alpha  0x4444444444444444444444444444444444444444  0x1111111111111111111111111111111111111111 (App)  <green>Executed</>   0x0000000000000000000000000000000000000000000000000000000000000006",
      "0x77     –      –                                           –                                                 <cyan>Queued</>     –",
      "0x77     alpha  0x4444444444444444444444444444444444444444  0x1111111111111111111111111111111111111111 (App)  <magenta>Reverting</>  –",
      "0x77     –      0x4444444444444444444444444444444444444444  –                                                 <magenta>Reverting</>  –",
      "",
      "  <dim>0x1111111111111111111111111111111111111111 refuses</>  <magenta>too low</>",
      "  <dim>app gateway refuses                               </>  <magenta>too low; tries are over</>",
      "  <dim>not readable                                      </>  <magenta>chainSlug is x, not a chain slug</>",
    ])
    expect(markColors(triggerReport(triggers.slice(0, 1), options, out))).to.deep.equal([
      "<bold>trigger</>  <bold>chain</>  <bold>plug</>                                        <bold>app gateway</>                                       <bold>state</>     <bold>called in</>",
      "0x77     alpha  0x4444444444444444444444444444444444444444  0x1111111111111111111111111111111111111111 (App)  <green>Executed</>  0x0000000000000000000000000000000000000000000000000000000000000006",
    ])
    expect(markColors(triggerReport([], options, out))).to.deep.equal([
      "<magenta>The gateway knows of no trigger in this transaction.</>",
      "Give the transaction in which a plug called its app gateway, on the plug's chain. It may be too new.",
    ])
  })

  it("of a top-up, before and after", async () => {
    const native = { symbol: "POL", decimals: 18 }
    const request = ({ method }: { method: string }) =>
      method === "eth_getTransactionReceipt"
        ? Promise.resolve({
            status: "0x1",
            blockNumber: "0x1",
            gasUsed: "0x64",
            effectiveGasPrice: "0x3b9aca00",
            logs: [],
          })
        : Promise.reject(new Error(method))
    const publicClient = createClient({ transport: custom({ request: request as never }, { retryCount: 0 }) })
    const silent = createClient({
      transport: custom({ request: () => Promise.reject(new Error("down")) }, { retryCount: 0 }),
    })
    const opened = (more: object = {}) =>
      ({
        ...{ receiver: address("1"), receiverShown: `${address("1")} (App)` },
        payment: { chain: { name: "alpha" }, publicClient, deposit: undefined, unit: native, native, ...more },
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
    expect(plans.flatMap(markColors)).to.deep.equal([
      "0x1111111111111111111111111111111111111111 (App) can spend 0.5 credits now.",
      "Costs 0.0000000000015 POL (1500000 in the smallest unit) of 0x9999999999999999999999999999999999999999 on alpha, wrapped, one for one, and the gas of one transaction.",
      "gas: at most 0.00000000000000013 POL",
      "0x1111111111111111111111111111111111111111 (App) can spend 0.5 credits now.",
      "Costs 1.5 USDX (1500000 in the smallest unit) of 0x9999999999999999999999999999999999999999 on alpha, deposited at the fees plug, and the gas of up to two transactions.",
      "gas: at most 0.00000000000000013 POL",
    ])
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
      const terminal = recordTerminal({ isTTY: true })
      await print(terminal)
      return markColors(terminal.stdout())
    }
    const done = (more: object, json = false) =>
      printed((terminal) => printTopUp(opened(more), { ...sent, json }, terminal))
    expect([...(await done({})), ...(await done({ publicClient: silent }))]).to.deep.equal([
      "<green>0x1111111111111111111111111111111111111111 (App) can spend 2 credits, 0.000000000000000001 credits before.</> Gas cost 0.0000002 POL.",
      "",
      "<green>0x1111111111111111111111111111111111111111 (App) can spend 2 credits, 0.000000000000000001 credits before.</>",
      "",
    ])
    const documentOf = async (more: object) => JSON.parse((await done(more, true)).join("\n")) as { payment: object }
    expect((await documentOf({ deposit })).payment).to.include({
      token: address("2"),
      gasFee: "200000000000",
      creditAmount: "7",
    })
    expect((await documentOf({ publicClient: silent })).payment).to.include({ token: null, gasFee: null, amount: "9" })
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
  })
})
