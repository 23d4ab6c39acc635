import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { getAddress } from "viem/utils"

import {
  addressesQuery,
  deployedAddressesSchema,
  detailsByTxHashQuery,
  forwarderAddressQuery,
  forwarderSchema,
  requestsSchema,
  timeoutQuery,
  timeoutsSchema,
} from "../../src/gateway/schemas.js"
import { callTypes, payloadStates, transactionStates } from "../../src/gateway/states.js"
import { contractId, txHash } from "../fixtures/gatewayRequests.js"
import { bytes32 } from "../fixtures/messages.js"

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

/** As the specification has it. */
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

/** The same, as newer servers answer. */
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

/** Reads one request with these payloads, and gives the payloads. */
function readPayloads(lists: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const [request] = requestsSchema.parse({ response: [{ status: "IN_PROGRESS", ...lists }] })
  return request!.payloads as unknown as Record<string, unknown>[]
}

describe("requestsSchema", () => {
  it("makes the same of the newer shape and of the older, but for what the older leaves out", () => {
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

  it("reads an answer without its envelope, and under another envelope", () => {
    for (const shape of [
      newer.response,
      { result: newer.response },
      { apiStatus: "success", response: newer.response },
    ]) {
      expect(requestsSchema.parse(shape)).to.deep.equal([normalised])
    }
  })

  it("takes an empty answer for nothing known, and an error for no answer", () => {
    expect(requestsSchema.parse({ apiStatus: "SUCCESS", response: [] })).to.deep.equal([])
    for (const failed of [{ status: "ERROR" }, { apiStatus: "FAILED" }, { status: "failure" }]) {
      expect(requestsSchema.safeParse({ ...failed, response: [] }).success, JSON.stringify(failed)).to.equal(false)
    }
  })

  it("merges writes and reads by their batch, and says which they were", () => {
    const at = (id: number, batchCount?: number): unknown => ({ ...call, payloadId: `${id}`, batchCount })
    const inOrder = (lists: Readonly<Record<string, unknown>>): string[] =>
      readPayloads(lists).map(({ payloadId, kind }) => `${String(kind)} ${String(payloadId)}`)
    expect(inOrder({ writePayloads: [at(1, 1), at(4, 2)], readPayloads: [at(2, 1), at(3, 1)] })).to.deep.equal([
      "write 1",
      "read 2",
      "read 3",
      "write 4",
    ])
    const untold = { writePayloads: [at(1, 9), at(2)], readPayloads: [at(3, 1)] }
    expect(inOrder(untold), "a batch is missing").to.deep.equal(["write 1", "write 2", "read 3"])
    const one = {
      Payloads: [
        { ...call, callType: "READ" },
        { ...call, callType: "WITHDRAW" },
      ],
    }
    expect(readPayloads(one).map(({ kind }) => kind)).to.deep.equal(["read", "write"])
  })

  it("reads what a deployment deploys under either name, and nothing where nothing is deployed", () => {
    const details = { onChainAddress: target.toLowerCase(), forwarderAddress: forwarder, isForwarderDeployed: false }
    for (const name of ["appGatewayDetails", "deployerDetails"]) {
      const [payload] = readPayloads({ Payloads: [{ ...call, callType: "DEPLOY", [name]: details }] })
      expect(payload?.["appGatewayDetails"], name).to.deep.equal({ ...details, onChainAddress: target })
      expect(payload).to.not.have.property("deployerDetails")
      expect(readPayloads({ Payloads: [{ ...call, [name]: details }] })[0]?.["callType"]).to.equal("DEPLOY")
      const idle = { onChainAddress: zero, forwarderAddress: null }
      expect(
        readPayloads({ Payloads: [{ ...call, callType: "WRITE", [name]: idle }] })[0]?.["appGatewayDetails"],
      ).to.equal(null)
    }
  })

  it("takes the zero address, null, an empty text and nothing at all for not yet", () => {
    for (const gap of [zero, null, "", undefined]) {
      const appGatewayDetails = { onChainAddress: gap, forwarderAddress: gap }
      const [payload] = readPayloads({ Payloads: [{ ...call, callType: "DEPLOY", target: gap, appGatewayDetails }] })
      const notYet = { onChainAddress: null, forwarderAddress: null, isForwarderDeployed: false }
      expect(payload, String(gap)).to.deep.include({ target: null, appGatewayDetails: notYet })
    }
  })

  it("takes details that are missing for not known", () => {
    for (const gap of [null, undefined, {}]) {
      const names = ["executeDetails", "callBackDetails", "finalizeDetails", "simulationDetails"]
      const [payload] = readPayloads({
        writePayloads: [{ ...call, ...Object.fromEntries(names.map((n) => [n, gap])) }],
      })
      expect(payload).to.deep.include({
        status: "NO",
        callType: "WRITE",
        appGatewayDetails: null,
        executeDetails: { isExecuted: false, executionStatus: "NO", executeTxHash: null, returnData: null },
        callBackDetails: { callbackTxHash: null, callbackStatus: null },
        finalizeDetails: { finalizeTxHash: null, finalizeStatus: null },
      })
    }
  })

  it("tells how far a payload is from whichever of its details is ahead", () => {
    const cases = [
      [{ executeDetails: { executeStatus: "NO" }, finalizeDetails: { finalizeStatus: "FINALIZING" } }, "FINALIZING"],
      [
        { executeDetails: { executeStatus: "EXECUTING" }, finalizeDetails: { finalizeStatus: "FINALIZED" } },
        "EXECUTING",
      ],
      [{ executeDetails: { isExecuted: true }, callBackDetails: { callbackStatus: "NO" } }, "EXECUTED"],
      [
        { executeDetails: { executeStatus: "EXECUTED" }, callBackDetails: { callbackStatus: "PROMISE_RESOLVING" } },
        "PROMISE_RESOLVING",
      ],
      [{ executeDetails: { executeStatus: "EXECUTED" }, callBackDetails: { callbackStatus: "DONE" } }, "EXECUTED"],
      [
        { executeDetails: { executeStatus: "BEAMED" }, callBackDetails: { callbackStatus: "PROMISE_RESOLVED" } },
        "BEAMED",
      ],
    ] as const
    for (const [details, status] of cases) {
      expect(readPayloads({ writePayloads: [{ ...call, ...details }] })[0]?.["status"]).to.equal(status)
    }
  })

  it("leaves amounts in whole tokens the texts that they are", () => {
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
  })

  it("keeps statuses, call types and keys that nobody has told us of", () => {
    const payload = { ...call, callType: "TELEPORT", mood: 1, executeDetails: { executionStatus: "BEAMED", gas: "9" } }
    const [request] = requestsSchema.parse([
      { status: "PONDERING", writePayloads: [payload], speed: "c", feeInfo: { tip: 1 } },
    ])
    expect(request).to.deep.include({ status: "PONDERING", speed: "c" })
    expect(request?.feesInfo).to.include({ tip: 1 })
    expect(request?.payloads[0]).to.include({ callType: "TELEPORT", status: "BEAMED", mood: 1, kind: "write" })
    expect(request?.payloads[0]?.executeDetails).to.include({ gas: "9", isExecuted: false })
  })

  it("says where an answer is wrong, and refuses an entry that has no list of payloads", () => {
    const wrong = requestsSchema.safeParse({ response: [{ status: "X", Payloads: [{ ...call, chainSlug: 1.5 }] }] })
    expect(JSON.stringify(wrong.error?.issues)).to.contain('"path":["response",0,"Payloads",0,"chainSlug"]')
    const without = requestsSchema.safeParse({ response: [{ status: "IN_PROGRESS" }] })
    expect(JSON.stringify(without.error?.issues)).to.contain("a list of payloads")
  })

  it("reads every request that either shape allows, with nothing lost", () => {
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

  it("never throws, whatever JSON there is", () => {
    const schemas = [requestsSchema, timeoutsSchema, deployedAddressesSchema, forwarderSchema]
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const schema of schemas) {
          for (const answer of [value, { response: value }, { response: [{ status: "X", Payloads: [value] }] }]) {
            expect(() => schema.safeParse(answer)).to.not.throw()
          }
        }
      }),
    )
  })
})

describe("timeoutsSchema", () => {
  const resolved = {
    id: 12,
    timeoutId: "0x0000a029e7f1725e7734ce288f8367e1bb143e90bb3f05120000000000000001",
    target,
    payload: "0xd09de08a",
    executeAt: 1_767_225_600,
    executedAt: 1_767_225_603,
    isResolved: true,
    status: "RESOLVED",
    resolveTxHash: bytes32(5),
    simulationStatus: "NO",
    revertString: null,
    originTxHash: txHash,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:03.000Z",
  }
  const queued = {
    ...resolved,
    timeoutId: "other",
    status: "ADDED_TO_QUEUE",
    executedAt: null,
    isResolved: null,
    resolveTxHash: null,
  }

  it("keeps every record, and what a queued one doesn't know yet is null", () => {
    expect(timeoutsSchema.parse({ status: "SUCCESS", response: [resolved, queued] })).to.deep.equal([
      resolved,
      { ...queued, isResolved: false },
    ])
  })

  it("reads what is missing, what is in digits, and states that nobody has told us of", () => {
    const untold = { ...resolved, isResolved: undefined }
    expect(timeoutsSchema.parse({ response: [{ ...untold, executeAt: "1767225600" }] })[0]).to.include({
      isResolved: true,
      executeAt: 1_767_225_600,
    })
    const [least] = timeoutsSchema.parse([{ timeoutId: "1", status: "SNOOZED", executeAt: 5 }])
    expect(least).to.include({ id: null, status: "SNOOZED", isResolved: false, executedAt: null, resolveTxHash: null })
  })
})

describe("deployedAddressesSchema and forwarderSchema", () => {
  const addresses = {
    onchain: { chainSlug: 41001, deployedContract: target },
    offchain: { forwarder, contractId },
  }
  const record = { chainSlug: 41001, onChainAddress: target, forwarderAddress: forwarder, isDeployed: true }

  it("read an answer bare and in either envelope", () => {
    for (const wrap of [
      (x: unknown) => x,
      (response: unknown) => ({ status: "SUCCESS", response }),
      (result: unknown) => ({ result }),
    ]) {
      expect(deployedAddressesSchema.parse(wrap(addresses))).to.deep.equal(addresses)
      expect(forwarderSchema.parse(wrap(record))).to.deep.equal(record)
    }
  })

  it("take the zero address for not yet", () => {
    const early = { onchain: { chainSlug: "41001", deployedContract: zero }, offchain: { forwarder: zero, contractId } }
    expect(deployedAddressesSchema.parse(early)).to.deep.equal({
      onchain: { chainSlug: 41001, deployedContract: null },
      offchain: { forwarder: null, contractId },
    })
    expect(forwarderSchema.parse({ ...record, forwarderAddress: zero, isDeployed: null })).to.deep.equal({
      ...record,
      forwarderAddress: null,
      isDeployed: false,
    })
  })
})

describe("parameters of the endpoints", () => {
  it("are read from a query string", () => {
    expect(detailsByTxHashQuery.parse({ txHash: txHash.toUpperCase().replace("X", "x") })).to.deep.equal({ txHash })
    expect(
      addressesQuery.parse({ appGatewayAddress: target.toLowerCase(), contractId, chainSlug: "41001" }),
    ).to.deep.equal({
      appGatewayAddress: target,
      contractId,
      chainSlug: 41001,
    })
    expect(forwarderAddressQuery.parse({ onChainAddress: target, chainSlug: "1" })).to.deep.equal({
      onChainAddress: target,
      chainSlug: 1,
    })
    expect(timeoutQuery.parse({ txHash: "", target })).to.deep.include({ target })
  })

  it("are reported by name when they are missing", () => {
    expect(detailsByTxHashQuery.safeParse({}).error?.issues[0]?.message).to.equal("missing field : txHash")
    expect(addressesQuery.safeParse({}).error?.issues.map(({ message }) => message)).to.deep.equal([
      "missing field : appGatewayAddress",
      "missing field : contractId",
      "missing field : chainSlug",
    ])
    expect(forwarderAddressQuery.safeParse({ chainSlug: "1" }).error?.issues[0]?.message).to.equal(
      "missing field : onChainAddress",
    )
    for (const nothing of [{}, { txHash: "", timeoutId: "", target: "" }]) {
      expect(timeoutQuery.safeParse(nothing).error?.issues[0]?.message).to.equal(
        "missing field : txHash, timeoutId or target",
      )
    }
  })

  it("are refused with the fix when they can't be right", () => {
    const bad = [
      [timeoutQuery, "target", { target: zero }],
      [timeoutQuery, "txHash", { txHash: "0x12", target }],
      [addressesQuery, "contractId", { appGatewayAddress: target, contractId: "0x12", chainSlug: "1" }],
      [forwarderAddressQuery, "chainSlug", { onChainAddress: target, chainSlug: "alpha" }],
    ] as const
    for (const [schema, name, query] of bad) {
      const issue = schema.safeParse(query).error?.issues[0]
      expect(issue?.path).to.deep.equal([name])
      expect(issue?.message).to.match(/\. Give /)
    }
  })
})
