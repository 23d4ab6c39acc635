import { expect } from "chai"
import { describe, it } from "mocha"

import {
  createGatewayClient,
  payloadStates,
  waitForDeployment,
  waitForTimeout,
  waitForTransaction,
} from "../../../src/gateway/index.js"
import type { PayloadStatus } from "../../../src/gateway/states.js"
import { mockApi } from "../../../src/testing/index.js"
import { failure } from "../../fixtures/failure.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

const txHash = bytes32(0xdef)
const contractId = bytes32(0xc0)
const appGatewayAddress = "0x4444444444444444444444444444444444444444"
const onChainAddress = "0x5555555555555555555555555555555555555555"

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

  it("says why a payload reverts", async () => {
    using api = mockApi({ gateway: [{ txHash, states: [[{ status: "FINALIZED", reverts: "too high" }]] }] })
    const client = createGatewayClient(api.gateway)
    const error = await failure(waitForTransaction(client, { txHash, failOnRevert: true }))
    expect(error).to.include({ code: "TRANSACTION_REVERTING" })
    expect(error.message).to.contain("too high")
  })

  it("shows a payload in every state", async () => {
    const states = Object.keys(payloadStates) as PayloadStatus[]
    using api = mockApi({ gateway: [{ payloadId: bytes32(1), states }] })
    const client = createGatewayClient(api.gateway)
    for (const status of states) {
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
