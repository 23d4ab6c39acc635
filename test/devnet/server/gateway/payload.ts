import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, zeroAddress, zeroHash } from "viem"

import type { PayloadRecord } from "#src/devnet/gateway/ledger/types.js"
import { revertsOf } from "#src/gateway/index.js"
import { openGateway, switchboard } from "#test/fixtures/servers/gatewayRoutes.js"
import { appGateway, contract, failed, payloadRecord, succeeded } from "#test/fixtures/wire/gatewayRecords.js"
import { tooHigh } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const payloadId: Hex = "0x0000a028e7f1725e7734ce288f8367e1bb143e90bb3f05120000000000000009"

function openWith(given: Partial<PayloadRecord> = {}): ReturnType<typeof openGateway> {
  return openGateway({ payload: (id) => (id === payloadId ? payloadRecord({ payloadId, ...given }) : undefined) })
}

const done = {
  status: "PROMISE_RESOLVED",
  since: 1_767_225_600_000,
  options: { gasLimit: 300_000n, value: 2n ** 64n, readAtBlockNumber: 0n, isParallel: true, writeFinality: 2 },
  finalized: { txHash: bytes32(0xa), proof: "0x01", digest: bytes32(0xd) },
  executed: { txHash: bytes32(0xb), returnData: "0x05", gasUsed: 21_000n },
  resolved: { txHash: bytes32(0xc), fee: 2n },
  executionAttempt: succeeded,
  callbackAttempt: succeeded,
} as const

describe("payload of the devnet", () => {
  it("has every field that clients read, of the type that they read", async () => {
    expect(await openWith(done).get("/payload", { payloadId })).to.deep.equal({
      status: 200,
      body: {
        status: "SUCCESS",
        response: {
          id: 9,
          payloadId,
          requestCount: 7,
          batchCount: 3,
          payloadCount: 9,
          asyncPromise: zeroAddress,
          chainSlug: 41001,
          target: contract,
          payload: "0xd09de08a",
          value: String(2n ** 64n),
          appGateway,
          deadline: 0,
          isParallel: true,
          writeFinality: 2,
          readAt: "0",
          finalizeTxHash: bytes32(0xa),
          finalizeStatus: "FINALIZED",
          isFinalized: true,
          executeTxHash: bytes32(0xb),
          executeStatus: "EXECUTED",
          isExecuted: true,
          executeSimulationStatus: "SIMULATION_SUCCESS",
          executeRevertString: "",
          callbackTxHash: bytes32(0xc),
          callbackStatus: "PROMISE_RESOLVED",
          callbackSimulationStatus: "SIMULATION_SUCCESS",
          callbackRevertString: "",
          isCallbackCompleted: true,
          callType: 1,
          returnData: "0x05",
          proof: "0x01",
          gasLimit: "300000",
          estimatedGasLimit: "21000",
          digest: bytes32(0xd),
          switchboard,
          prevDigestsHash: zeroHash,
          createdAt: "2025-12-31T23:59:00.000Z",
          updatedAt: "2026-01-01T00:00:00.000Z",
        },
      },
    })
  })

  it("comes to a client with amounts as bigint, a name for its call type, and null for what is not known", async () => {
    const payload = await openWith(done).client.getPayload({ payloadId })
    expect(payload).to.deep.include({
      status: "PROMISE_RESOLVED",
      value: 2n ** 64n,
      gasLimit: 300_000n,
      callType: "WRITE",
      target: contract,
      asyncPromise: null,
      prevDigestsHash: null,
    })
    const queued = await openWith({ callType: "READ" }).client.getPayload({ payloadId })
    expect(queued).to.deep.include({
      status: "NO",
      callType: "READ",
      executeTxHash: null,
      returnData: null,
      digest: null,
      isExecuted: false,
    })
  })

  it("shows why it reverts, and that its tries are over", async () => {
    const executionAttempt = { ...failed(tooHigh), retryAt: undefined }
    const { client } = openWith({ status: "FINALIZED", executionAttempt, isGivenUp: true })
    const payload = await client.getPayload({ payloadId })
    expect(payload).to.deep.include({ status: "FINALIZED", isGivenUp: true })
    expect(revertsOf(payload)).to.deep.equal([
      { payloadId, stage: "execute", reason: "counter: too high", isGivenUp: true },
    ])
  })

  it("finds an id in capitals", async () => {
    const { status } = await openWith().get("/payload", { payloadId: `0x${payloadId.slice(2).toUpperCase()}` })
    expect(status).to.equal(200)
  })

  for (const [query, error] of [
    [{}, "missing field : payloadId"],
    [{ payloadId: "" }, "missing field : payloadId"],
    [{ payloadId: "0x12" }, "payloadId"],
    [{ payloadId: "nine" }, "payloadId"],
    [{ payloadId: bytes32(1) }, "there is no payload with this id"],
  ] as const) {
    it(`refuses ${JSON.stringify(query)}`, async () => {
      const { status, body } = await openWith().get("/payload", query)
      expect(status).to.equal(400)
      expect(body).to.have.property("error").that.contains(error)
    })
  }
})
