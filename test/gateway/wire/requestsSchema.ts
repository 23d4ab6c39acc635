import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { getAddress } from "viem/utils"

import { callTypes, payloadStates, transactionStates } from "#src/gateway/states.js"
import { requestsSchema } from "#src/gateway/wire/schemas.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const target = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const forwarder = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const zero = `0x${"0".repeat(40)}`
const simulationDetails = {
  executeSimulationStatus: "SIMULATION_SUCCESS",
  executeRevertString: "",
  callbackSimulationStatus: "SIMULATION_SUCCESS",
  callbackRevertString: "",
}
const call = { payloadId: bytes32(1), chainSlug: 41001, target, payload: "0xd09de08a" }

/** A request in the shape of the specification. */
const older = {
  apiStatus: "SUCCESS",
  response: [
    {
      status: "COMPLETED",
      Payloads: [
        {
          ...call,
          callType: "DEPLOY",
          executeDetails: {
            executeTxHash: bytes32(10),
            executionStatus: "PROMISE_RESOLVED",
            returnData: "0x01",
            callbackTxHash: bytes32(11),
          },
          simulationDetails,
          appGatewayDetails: { onChainAddress: target, forwarderAddress: forwarder, isForwarderDeployed: true },
        },
      ],
      feesInfo: { feePoolChain: 421614, feePoolToken: "ETH", maxFees: "0.001", fee: "0.00042" },
    },
  ],
}

/** The same request in the shape of newer servers. */
const newer = {
  status: "SUCCESS",
  response: [
    {
      status: "COMPLETED",
      requestCount: 7,
      writePayloads: [
        {
          ...call,
          batchCount: 3,
          callType: "DEPLOY",
          executeDetails: {
            isExecuted: true,
            executeTxHash: bytes32(10),
            executeStatus: "EXECUTED",
            returnData: "0x01",
          },
          callBackDetails: { callbackTxHash: bytes32(11), callbackStatus: "PROMISE_RESOLVED" },
          finalizeDetails: { finalizeTxHash: bytes32(12), finalizeStatus: "FINALIZED" },
          simulationDetails,
          deployerDetails: { onChainAddress: target, forwarderAddress: forwarder, isForwarderDeployed: true },
        },
      ],
      readPayloads: [],
      feeInfo: { feePoolChain: "421614", feePoolToken: "ETH", maxFees: "0.001", fee: "0.00042" },
    },
  ],
}

const normalised = {
  status: "COMPLETED",
  requestCount: 7,
  payloads: [
    {
      ...call,
      kind: "write",
      status: "PROMISE_RESOLVED",
      callType: "DEPLOY",
      batchCount: 3,
      executeDetails: {
        isExecuted: true,
        executionStatus: "EXECUTED",
        executeTxHash: bytes32(10),
        returnData: "0x01",
      },
      callBackDetails: { callbackTxHash: bytes32(11), callbackStatus: "PROMISE_RESOLVED" },
      finalizeDetails: { finalizeTxHash: bytes32(12), finalizeStatus: "FINALIZED" },
      simulationDetails: {
        executeSimulationStatus: "SIMULATION_SUCCESS",
        executeRevertString: null,
        callbackSimulationStatus: "SIMULATION_SUCCESS",
        callbackRevertString: null,
      },
      appGatewayDetails: { onChainAddress: target, forwarderAddress: forwarder, isForwarderDeployed: true },
    },
  ],
  feesInfo: { feePoolChain: 421614, feePoolToken: "ETH", maxFees: "0.001", fee: "0.00042" },
}

describe("requestsSchema", () => {
  it("parses both shapes alike, except for what the older one lacks", () => {
    expect(requestsSchema.parse(newer)).to.deep.equal([normalised])
    const [payload] = normalised.payloads
    expect(requestsSchema.parse(older)).to.deep.equal([
      {
        ...normalised,
        requestCount: null,
        payloads: [
          {
            ...payload,
            batchCount: null,
            executeDetails: { ...payload!.executeDetails, executionStatus: "PROMISE_RESOLVED" },
            callBackDetails: { callbackTxHash: bytes32(11), callbackStatus: null },
            finalizeDetails: { finalizeTxHash: null, finalizeStatus: null },
          },
        ],
      },
    ])
  })

  it("parses an empty response as nothing known, and refuses an error", () => {
    expect(requestsSchema.parse({ apiStatus: "SUCCESS", response: [] })).to.deep.equal([])
    for (const failed of [{ status: "ERROR" }, { apiStatus: "FAILED" }, { status: "failure" }]) {
      expect(requestsSchema.safeParse({ ...failed, response: [] }).success, JSON.stringify(failed)).to.equal(false)
    }
  })

  it("keeps amounts in whole tokens as text", () => {
    const read = (feesInfo: unknown): unknown =>
      requestsSchema.parse([{ status: "COMPLETED", Payloads: [], feesInfo }])[0]?.feesInfo
    const fees = { feePoolChain: 1, feePoolToken: target, maxFees: "0.100000000000000000001", fee: "0" }
    expect(read(fees)).to.deep.equal(fees)
    expect(read({ ...fees, feePoolChain: "arbitrum", maxFees: 0.5, fee: null })).to.deep.equal({
      ...fees,
      feePoolChain: "arbitrum",
      maxFees: "0.5",
      fee: null,
    })
    expect(read(null)).to.equal(null)
    const chains: readonly unknown[] = ["4294967295", "4294967296", 4_294_967_295, 4_294_967_296, "07"]
    const kept = [4_294_967_295, "4294967296", 4_294_967_295, 4_294_967_296, 7]
    expect(chains.map((feePoolChain) => (read({ feePoolChain }) as typeof fees).feePoolChain)).to.deep.equal(kept)
    expect([0, "0", -1, 1e400].map((fee) => (read({ fee }) as typeof fees | null)?.fee)).to.deep.equal([
      "0",
      "0",
      undefined,
      undefined,
    ])
  })

  it("counts each payload once, in whatever lists it is", () => {
    const [write, read] = [call, { ...call, payloadId: bytes32(2) }]
    const lists: Readonly<Record<string, object>> = {
      old: { Payloads: [write, { ...read, callType: "READ" }] },
      oldest: { payloads: [write, { ...read, callType: "READ" }] },
      new: { writePayloads: [write], readPayloads: [read] },
      superset: { Payloads: [write, read], payloads: [write, read], writePayloads: [write], readPayloads: [read] },
      "with an id in capitals": {
        Payloads: [write, read],
        writePayloads: [{ ...call, payloadId: `0x${call.payloadId.slice(2).toUpperCase()}` }],
        readPayloads: [read],
      },
    }
    for (const [shape, list] of Object.entries(lists)) {
      const [request] = requestsSchema.parse({ response: [{ status: "COMPLETED", ...list }] })
      const seen = request!.payloads.map(({ payloadId, kind }) => [Number(payloadId), kind])
      expect(seen, shape).to.deep.equal([
        [1, "write"],
        [2, "read"],
      ])
    }
  })

  it("says where a response is wrong, and refuses an entry without a list of payloads", () => {
    const wrong = requestsSchema.safeParse({ response: [{ status: "X", Payloads: [{ ...call, chainSlug: 1.5 }] }] })
    expect(JSON.stringify(wrong.error?.issues)).to.contain('"path":["response",0,"Payloads",0,"chainSlug"]')
    const without = requestsSchema.safeParse({ response: [{ status: "IN_PROGRESS" }] })
    expect(JSON.stringify(without.error?.issues)).to.contain("a list of payloads")
  })

  it("leaves out a payload that cannot be read, says so, and keeps those beside it", () => {
    const [request] = requestsSchema.parse([
      { status: "IN_PROGRESS", Payloads: [call, { ...call, chainSlug: "solana" }, 7], feesInfo: "free" },
    ])
    expect(request!.payloads.map(({ payloadId }) => payloadId)).to.deep.equal([call.payloadId])
    expect(request!.foreign!.map(({ path, expected }) => [path, expected])).to.deep.equal([
      ["Payloads[1].chainSlug", "a chain slug"],
      ["Payloads[2]", "an object"],
      ["feesInfo", "an object"],
    ])
  })

  it("keeps the requests beside one that cannot be read, which has not ended", () => {
    const requests = requestsSchema.parse([{ status: "COMPLETED" }, { status: "COMPLETED", Payloads: [] }, null])
    expect(requests.map(({ status, foreign }) => [status, foreign?.[0]?.path])).to.deep.equal([
      ["UNREADABLE", "[0]"],
      ["COMPLETED", undefined],
      ["UNREADABLE", "[2]"],
    ])
  })

  it("parses every request that either shape allows, without losing anything", () => {
    const bytes = (size: number): fc.Arbitrary<string> =>
      fc.uint8Array({ minLength: size, maxLength: size }).map((array) => `0x${Buffer.from(array).toString("hex")}`)
    const address = bytes(20)
      .map((text) => getAddress(text))
      .filter((text) => text !== zero)
    const count = fc.nat()
    const state = fc.constantFrom(...Object.keys(payloadStates))
    const payload = fc.record({
      payloadId: bytes(32),
      chainSlug: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      target: address,
      payload: bytes(36),
      callType: fc.constantFrom(...Object.keys(callTypes)),
      batchCount: count,
      state,
      returnData: fc.option(bytes(32)),
      hashes: fc.record({ execute: fc.option(bytes(32)), callback: fc.option(bytes(32)) }),
    })
    const request = fc.record({
      status: fc.constantFrom(...Object.keys(transactionStates)),
      requestCount: count,
      payloads: fc.array(payload, { maxLength: 4 }),
    })
    const wire = ({ state: status, hashes, returnData, batchCount, ...rest }: Generated, isNewer: boolean): object => ({
      ...rest,
      ...(isNewer ? { batchCount, callBackDetails: { callbackTxHash: hashes.callback } } : {}),
      executeDetails: {
        executeTxHash: hashes.execute,
        returnData,
        ...(isNewer ? { executeStatus: status } : { executionStatus: status, callbackTxHash: hashes.callback }),
      },
    })
    type Generated = typeof payload extends fc.Arbitrary<infer P> ? P : never
    fc.assert(
      fc.property(fc.array(request, { maxLength: 3 }), fc.boolean(), (requests, isNewer) => {
        const response = requests.map(({ payloads, requestCount, status }) => {
          const onTheWire = payloads.map((one) => wire(one, isNewer))
          return isNewer
            ? { status, requestCount, writePayloads: onTheWire, readPayloads: [] }
            : { status, Payloads: onTheWire }
        })
        const read = requestsSchema.parse({ status: "SUCCESS", response })
        expect(read).to.have.length(requests.length)
        requests.forEach(({ payloads, status }, index) => {
          expect(read[index]?.status).to.equal(status)
          const ordered = isNewer ? [...payloads].sort((a, b) => a.batchCount - b.batchCount) : payloads
          ordered.forEach((one, place) => {
            const { executeDetails, callBackDetails, ...got } = read[index]!.payloads[place]!
            const { payloadId, chainSlug, target: to, payload: data, callType } = one
            expect(got).to.deep.include({
              payloadId,
              chainSlug,
              target: to,
              payload: data,
              callType,
              status: one.state,
            })
            expect(executeDetails).to.include({ executeTxHash: one.hashes.execute, returnData: one.returnData })
            expect(callBackDetails.callbackTxHash).to.equal(one.hashes.callback)
          })
        })
      }),
    )
  })
})
