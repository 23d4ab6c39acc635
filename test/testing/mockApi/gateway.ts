import { expect } from "chai"
import { describe, it } from "mocha"

import {
  createGatewayClient,
  payloadStates,
  waitForDeployment,
  waitForTimeout,
  waitForTransaction,
} from "#src/gateway/index.js"
import type { PayloadStatus } from "#src/gateway/states.js"
import { mockApi } from "#src/testing/index.js"
import type { MockPayload, RequestShape } from "#src/testing/mockApi/gatewayRecords.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const txHash = bytes32(0xdef)
const contractId = bytes32(0xc0)
const appGatewayAddress = "0x4444444444444444444444444444444444444444"
const onChainAddress = "0x5555555555555555555555555555555555555555"

const payloadNames = Object.keys(payloadStates) as PayloadStatus[]

describe("a mocked gateway API", () => {
  for (const shape of ["older", "newer", "both"] as const) {
    it(`leads a transaction to its end, in the shape: ${shape}`, async () => {
      using api = mockApi({
        gateway: [
          {
            txHash,
            shape,
            callTypes: ["READ", "DEPLOY"],
            states: [
              { error: "unknown" },
              "IN_PROGRESS",
              ["EXECUTED", { status: "FINALIZED", reverts: "too high" }],
              { after: 60_000, status: "COMPLETED" },
            ],
          },
        ],
      })
      const [request] = await waitForTransaction(createGatewayClient(api.gateway), { txHash })
      expect(request?.status).to.equal("COMPLETED")
      expect(
        request?.payloads.map(({ callType, status, foreign }) => [callType, status, foreign]),
      ).to.have.deep.members([
        ["READ", "PROMISE_RESOLVED", undefined],
        ["DEPLOY", "PROMISE_RESOLVED", undefined],
      ])
      expect(request?.payloads.find(({ callType }) => callType === "DEPLOY")?.appGatewayDetails).to.include({
        onChainAddress,
        isForwarderDeployed: true,
      })
      expect(request?.feesInfo).to.include({ maxFees: "0.1", fee: "0.01" })
    })
  }

  /** Every field of an answer about a transaction, by its name, and the names of the envelope's. */
  async function answerAbout(states: readonly MockPayload[], shape: RequestShape) {
    using api = mockApi({ gateway: [{ txHash, shape, callTypes: ["DEPLOY"], states: [states] }] })
    const answer = await api.fetch(`${api.gateway.baseUrl}/getDetailsByTxHash?txHash=${txHash}`)
    const fields: Record<string, unknown> = {}
    const body = JSON.parse(await answer.text(), (name, value: unknown) => (fields[name] = value)) as object
    return { fields, names: Object.keys(fields), envelope: Object.keys(body) }
  }

  it("has the fields of one shape or of both", async () => {
    const ofOlder = ["Payloads", "feesInfo", "executionStatus", "appGatewayDetails"]
    const ofNewer = ["requestCount", "writePayloads", "feeInfo", "executeStatus", "isExecuted", "deployerDetails"]
    const older = await answerAbout(["PROMISE_RESOLVED"], "older")
    const newer = await answerAbout(["PROMISE_RESOLVED"], "newer")
    const both = await answerAbout(["PROMISE_RESOLVED"], "both")
    expect(older.names).to.include.members(ofOlder)
    expect(newer.names).to.include.members(ofNewer)
    expect(both.names).to.include.members([...ofOlder, ...ofNewer])
    for (const name of ofNewer) expect(older.names).to.not.include(name)
    for (const name of ofOlder) expect(newer.names).to.not.include(name)
    expect([older, newer, both].map(({ envelope }) => envelope)).to.deep.equal([
      ["apiStatus", "response"],
      ["status", "response"],
      ["apiStatus", "status", "response"],
    ])
  })

  it("has a payload's transactions and attempts as far as it has come", async () => {
    const seen: unknown[] = []
    const reverts = "too high"
    for (const payload of [
      ...payloadNames,
      { status: "FINALIZED", reverts },
      { status: "EXECUTED", reverts },
    ] as const) {
      const { fields } = await answerAbout([payload], "both")
      const done = ["finalizeTxHash", "executeTxHash", "callbackTxHash"].filter((name) => fields[name] !== null)
      const { executeSimulationStatus: execution, executeRevertString, callbackRevertString } = fields
      seen.push([fields["executionStatus"], done.length, execution, executeRevertString, callbackRevertString])
    }
    const [none, ok, failed] = ["NO", "SIMULATION_SUCCESS", "SIMULATION_FAILED"]
    expect(seen).to.deep.equal([
      ["NO", 0, none, "", ""],
      ["FINALIZING", 0, none, "", ""],
      ["FINALIZED", 1, none, "", ""],
      ["EXECUTING", 1, none, "", ""],
      ["EXECUTED", 2, ok, "", ""],
      ["PROMISE_RESOLVING", 2, ok, "", ""],
      ["PROMISE_RESOLVED", 3, ok, "", ""],
      ["FINALIZED", 1, failed, reverts, ""],
      ["EXECUTED", 2, ok, "", reverts],
    ])
  })

  it("says why a payload reverts", async () => {
    using api = mockApi({ gateway: [{ txHash, states: [[{ status: "FINALIZED", reverts: "too high" }]] }] })
    const client = createGatewayClient(api.gateway)
    const error = await failure(waitForTransaction(client, { txHash, failOnRevert: true }))
    expect(error).to.include({ code: "TRANSACTION_REVERTING" })
    expect(error.message).to.contain("too high")
  })

  it("shows a payload in every state", async () => {
    using api = mockApi({ gateway: [{ payloadId: bytes32(1), states: payloadNames }] })
    const client = createGatewayClient(api.gateway)
    for (const status of payloadNames) {
      const payload = await client.getPayload({ payloadId: bytes32(1) })
      expect([payload.status, payload.foreign]).to.deep.equal([status, undefined])
    }
  })

  it("has triggers, timeouts, deployments and forwarders", async () => {
    using api = mockApi({
      gateway: [
        { triggerTxHash: txHash, states: ["Executed"] },
        { timeout: { timeoutId: "7" }, states: ["ADDED_TO_QUEUE", { after: 30_000, status: "RESOLVED" }] },
        { contractId, appGatewayAddress, states: ["IN_PROGRESS", { after: 10_000, status: "FORWARDER_DEPLOYED" }] },
        { onChainAddress, isDeployed: [false, true] },
      ],
    })
    const client = createGatewayClient(api.gateway)
    const triggers = await client.getTriggers({ txHash })
    expect(triggers.map(({ status, foreign }) => [status, foreign])).to.deep.equal([["Executed", undefined]])
    const { timeout } = await waitForTimeout(client, { timeoutId: "7" })
    expect([timeout.status, timeout.foreign]).to.deep.equal(["RESOLVED", undefined])
    const deployed = await waitForDeployment(client, { appGatewayAddress, contractId, chainSlug: 41001 })
    expect(deployed).to.deep.include({ onChainAddress })
  })
})
