import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, zeroAddress } from "viem"

import type { GatewayViews } from "#src/devnet/gateway/ledger/types.js"
import { type CallType, callTypes, payloadStates, transactionStates } from "#src/gateway/states.js"
import { forwarder, openGateway, openWithPayload, openWithRequest } from "#test/fixtures/servers/gatewayRoutes.js"
import { contract, payloadRecord, requestRecord, succeeded } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const txHash = bytes32(0xdef)

describe("getDetailsByTxHash of the devnet", () => {
  it("shapes a request and its payloads as the specification does", async () => {
    const proof: Hex = "0x01"
    const { get } = openWithRequest({
      status: "COMPLETED",
      fee: 12_000_000_000_000_001n,
      payloads: [
        payloadRecord({
          status: "PROMISE_RESOLVED",
          finalized: { txHash: bytes32(0xa), proof, digest: bytes32(0xd) },
          executed: { txHash: bytes32(0xb), returnData: "0x05", gasUsed: 1n },
          resolved: { txHash: bytes32(0xc), fee: 2n },
          executionAttempt: succeeded,
          callbackAttempt: succeeded,
        }),
      ],
    })
    const payload = {
      payloadId: bytes32(1),
      requestCount: 7,
      batchCount: 3,
      chainSlug: 41001,
      target: contract,
      payload: "0xd09de08a",
      callType: "WRITE",
      finalizeDetails: { finalizeTxHash: bytes32(0xa), finalizeStatus: "FINALIZED" },
      proofUploadDetails: { proofUploadStatus: "PROOF_UPLOADED", proofUploadTxHash: bytes32(0xa) },
      executeDetails: {
        isExecuted: true,
        executeTxHash: bytes32(0xb),
        executionStatus: "PROMISE_RESOLVED",
        executeStatus: "EXECUTED",
        returnData: "0x05",
        callbackTxHash: bytes32(0xc),
      },
      callBackDetails: { callbackTxHash: bytes32(0xc), callbackStatus: "PROMISE_RESOLVED" },
      simulationDetails: {
        executeSimulationStatus: "SIMULATION_SUCCESS",
        executeRevertString: "",
        callbackSimulationStatus: "SIMULATION_SUCCESS",
        callbackRevertString: "",
      },
    }
    const fees = { feePoolChain: 41001, feePoolToken: contract, maxFees: "0.1", fee: "0.012000000000000001" }
    expect(await get("/getDetailsByTxHash", { txHash })).to.deep.equal({
      status: 200,
      body: {
        apiStatus: "SUCCESS",
        status: "SUCCESS",
        response: [
          {
            status: "COMPLETED",
            requestCount: 7,
            openedBy: null,
            writePayloads: [payload],
            readPayloads: [],
            Payloads: [payload],
            payloads: [payload],
            feeInfo: fees,
            feesInfo: fees,
          },
        ],
      },
    })
  })

  it("serves each client of an older or newer shape what it reads, and its own client each payload once", async () => {
    const read = payloadRecord({ payloadId: bytes32(2), callType: "READ", batchCount: 3 })
    const deploy = payloadRecord({ payloadId: bytes32(3), callType: "DEPLOY", batchCount: 4 })
    const { get, client } = openWithRequest(
      { payloads: [payloadRecord(), read, deploy] },
      { deployedBy: ({ callType }) => (callType === "DEPLOY" ? contract : undefined) },
    )
    const { body } = await get("/getDetailsByTxHash", { txHash })
    const [request] = (body as { response: Record<string, { payloadId: string }[]>[] }).response
    const idsIn = (list: string) => request![list]!.map(({ payloadId }) => Number(payloadId))
    expect(["writePayloads", "readPayloads", "Payloads", "payloads"].map(idsIn)).to.deep.equal([
      [1, 3],
      [2],
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect(request!["readPayloads"]![0]).to.not.have.any.keys("finalizeDetails", "proofUploadDetails")
    const deployed = { onChainAddress: contract, forwarderAddress: forwarder, isForwarderDeployed: false }
    expect(request!["Payloads"]![2]).to.deep.include({ appGatewayDetails: deployed, deployerDetails: deployed })
    for (const other of [0, 1])
      expect(request!["Payloads"]![other]).to.not.have.any.keys("appGatewayDetails", "deployerDetails")
    const [seen] = await client.getTransaction({ txHash })
    expect(seen!.payloads.map(({ payloadId, kind }) => [Number(payloadId), kind])).to.deep.equal([
      [1, "write"],
      [2, "read"],
      [3, "write"],
    ])
  })

  it("says of each stage whose tries are over that it failed, and keeps the payload in its state", async () => {
    const finalized = { txHash: bytes32(0xa), proof: "0x01", digest: bytes32(0xd) } as const
    const executed = { txHash: bytes32(0xb), returnData: "0x05", gasUsed: 1n } as const
    const cases = [
      [
        { status: "FINALIZED", finalized },
        { executeStatus: "EXECUTION_FAILED", callbackStatus: "NO" },
      ],
      [
        { status: "EXECUTED", finalized, executed },
        { executeStatus: "EXECUTED", callbackStatus: "PROMISE_RESOLVE_FAILED" },
      ],
    ] as const
    for (const [record, statuses] of cases) {
      for (const isGivenUp of [false, true]) {
        const { get, client } = openWithPayload({ ...record, isGivenUp })
        const { body } = await get("/getDetailsByTxHash", { txHash })
        const [{ executeDetails, callBackDetails, proofUploadDetails }] = (
          body as { response: { Payloads: Record<string, Record<string, unknown>>[] }[] }
        ).response[0]!.Payloads as [Record<string, Record<string, unknown>>]
        const { executeStatus, callbackStatus } = { ...executeDetails, ...callBackDetails }
        const going = { executeStatus: record.status, callbackStatus: "NO" }
        expect({ executeStatus, callbackStatus }).to.deep.equal(isGivenUp ? statuses : going)
        expect(executeDetails).to.include({ isExecuted: record.status === "EXECUTED", executionStatus: record.status })
        expect(proofUploadDetails).to.include({ proofUploadStatus: "PROOF_UPLOADED" })
        const [request] = await client.getTransaction({ txHash })
        expect(request!.payloads[0]).to.deep.include({ status: record.status })
      }
    }
  })

  it("leaves out what a payload that is only queued does not have yet", async () => {
    const [request] = await openWithPayload({}).client.getTransaction({ txHash })
    expect(request!.payloads[0]).to.deep.include({
      status: "NO",
      finalizeDetails: { finalizeTxHash: null, finalizeStatus: "NO" },
      callBackDetails: { callbackTxHash: null, callbackStatus: "NO" },
    })
    expect(request!.payloads[0]!.executeDetails).to.deep.include({
      isExecuted: false,
      executeTxHash: null,
      returnData: null,
    })
  })

  for (const status of Object.keys(payloadStates) as (keyof typeof payloadStates)[]) {
    it(`lets a client see ${status}, whatever the payload is`, async () => {
      for (const callType of Object.keys(callTypes) as CallType[]) {
        const [request] = await openWithPayload({ status, callType }).client.getTransaction({ txHash })
        const [payload] = request!.payloads
        expect(payload).to.deep.include({ status, callType, kind: callType === "READ" ? "read" : "write" })
        expect(payload!.appGatewayDetails === null).to.equal(callType !== "DEPLOY")
      }
    })
  }

  for (const status of Object.keys(transactionStates) as (keyof typeof transactionStates)[]) {
    it(`lets a client see a request that is ${status}`, async () => {
      const [request] = await openWithRequest({ status }).client.getTransaction({ txHash })
      expect(request).to.have.property("status", status)
    })
  }

  it("gives the result of a read, which has no transaction", async () => {
    const executed = { txHash: undefined, returnData: "0x2a", gasUsed: 0n } as const
    const { client } = openWithPayload({ callType: "READ", status: "EXECUTED", executed })
    const [request] = await client.getTransaction({ txHash })
    expect(request!.payloads[0]!.executeDetails).to.deep.include({
      isExecuted: true,
      executeTxHash: null,
      returnData: "0x2a",
    })
  })

  it("shows the addresses of a deployment only once they are known", async () => {
    const deploy = { callType: "DEPLOY", chainSlug: 41002 } as const
    const details = async (views: Partial<GatewayViews>) => {
      const { body } = await openWithPayload(deploy, views).get("/getDetailsByTxHash", { txHash })
      const { response } = body as { response: { Payloads: { appGatewayDetails: unknown }[] }[] }
      return response[0]!.Payloads[0]!.appGatewayDetails
    }
    expect(await details({})).to.deep.equal({
      onChainAddress: zeroAddress,
      forwarderAddress: zeroAddress,
      isForwarderDeployed: false,
    })
    const there = { onChainAddress: contract, forwarderAddress: forwarder }
    expect(await details({ deployedBy: () => contract })).to.deep.equal({ ...there, isForwarderDeployed: false })
    const hasForwarder = (chainSlug: number, address: Address) => chainSlug === 41002 && address === contract
    expect(await details({ deployedBy: () => contract, hasForwarder })).to.deep.equal({
      ...there,
      isForwarderDeployed: true,
    })
  })

  it("gives every request of a transaction, in order", async () => {
    const { client } = openGateway({
      requestsOf: (hash) =>
        hash === txHash ? [requestRecord({ requestCount: 1 }), requestRecord({ requestCount: 2 })] : [],
    })
    const requests = await client.getTransaction({ txHash })
    expect(requests.map(({ requestCount }) => requestCount)).to.deep.equal([1, 2])
  })

  it("finds a hash in upper and in lower case", async () => {
    const { get } = openGateway({ requestsOf: (hash) => (hash === txHash ? [requestRecord()] : []) })
    const { body } = await get("/getDetailsByTxHash", { txHash: `0x${txHash.slice(2).toUpperCase()}` })
    expect(body).to.have.property("response").with.length(1)
  })

  it("answers an empty list for an unknown hash", async () => {
    expect(await openGateway().get("/getDetailsByTxHash", { txHash })).to.deep.equal({
      status: 200,
      body: { apiStatus: "SUCCESS", status: "SUCCESS", response: [] },
    })
  })

  for (const invalid of ["0x", "0x12", txHash.slice(2), `${txHash}0`, `0x${"g".repeat(64)}`, "null", "'; --"]) {
    it(`refuses the hash ${JSON.stringify(invalid)}`, async () => {
      expect(await openGateway().get("/getDetailsByTxHash", { txHash: invalid })).to.deep.equal({
        status: 400,
        body: { error: "Invalid transaction hash" },
      })
    })
  }

  it("names the hash when it is missing", async () => {
    const refusal = { status: 400, body: { error: "missing field : txHash" } }
    expect(await openGateway().get("/getDetailsByTxHash")).to.deep.equal(refusal)
    expect(await openGateway().get("/getDetailsByTxHash", { txHash: "" })).to.deep.equal(refusal)
  })
})
