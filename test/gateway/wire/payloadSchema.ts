import { expect } from "chai"
import { describe, it } from "mocha"

import { requestsSchema } from "#src/gateway/wire/schemas.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const target = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const forwarder = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const zero = `0x${"0".repeat(40)}`
const call = { payloadId: bytes32(1), chainSlug: 41001, target, payload: "0xd09de08a" }

/** Parses a request with these payloads, and returns the parsed payloads. */
function readPayloads(lists: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const [request] = requestsSchema.parse({ response: [{ status: "IN_PROGRESS", ...lists }] })
  return request!.payloads as unknown as Record<string, unknown>[]
}

describe("payloads of a request", () => {
  it("merges writes and reads by batch, and keeps which they were", () => {
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
        { ...call, payloadId: bytes32(2), callType: "WITHDRAW" },
      ],
    }
    expect(readPayloads(one).map(({ kind }) => kind)).to.deep.equal(["read", "write"])
  })

  it("reads deployment details under either name, and none if nothing is deployed", () => {
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

  it("parses the zero address, null, an empty text and a missing value as not known yet", () => {
    for (const gap of [zero, null, "", undefined]) {
      const appGatewayDetails = { onChainAddress: gap, forwarderAddress: gap }
      const [payload] = readPayloads({ Payloads: [{ ...call, callType: "DEPLOY", target: gap, appGatewayDetails }] })
      const notYet = { onChainAddress: null, forwarderAddress: null, isForwarderDeployed: false }
      expect(payload, String(gap)).to.deep.include({ target: null, appGatewayDetails: notYet })
    }
  })

  it("reads a transaction's hash in lower case, and zeros and everything else as none", () => {
    const hashes = [
      bytes32(0xab).toUpperCase().replace("0X", "0x"),
      bytes32(0),
      "0x",
      "0x00",
      bytes32(5).slice(0, -1),
      7,
    ]
    const read = hashes.map((executeTxHash) => {
      const [payload] = readPayloads({ Payloads: [{ ...call, executeDetails: { executeTxHash } }] })
      return (payload?.["executeDetails"] as { executeTxHash: unknown }).executeTxHash
    })
    expect(read).to.deep.equal([bytes32(0xab), null, null, null, null, null])
  })

  it("parses missing details as not known", () => {
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

  it("takes a stage whose tries are over for a payload that is given up, in the state that it had", () => {
    const finalizeDetails = { finalizeStatus: "FINALIZED" }
    for (const [details, status] of [
      [{ executeDetails: { executeStatus: "EXECUTION_FAILED" }, finalizeDetails }, "FINALIZED"],
      [
        {
          executeDetails: { executeStatus: "EXECUTED" },
          callBackDetails: { callbackStatus: "PROMISE_RESOLVE_FAILED" },
        },
        "EXECUTED",
      ],
    ] as const) {
      const [payload] = readPayloads({ writePayloads: [{ ...call, ...details }] })
      expect(payload).to.include({ status, isGivenUp: true })
    }
    expect(readPayloads({ writePayloads: [{ ...call, finalizeDetails }] })[0]).to.not.have.property("isGivenUp")
  })

  it("derives a payload's status from whichever detail is furthest", () => {
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
})
