import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import {
  deployedAddressesSchema,
  forwarderSchema,
  payloadDetailsSchema,
  requestsSchema,
  timeoutsSchema,
} from "#src/gateway/wire/schemas.js"
import { contractId, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const target = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const forwarder = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const zero = `0x${"0".repeat(40)}`

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

  it("keeps every record, with null for what is not known yet", () => {
    expect(timeoutsSchema.parse({ status: "SUCCESS", response: [resolved, queued] })).to.deep.equal([
      resolved,
      { ...queued, isResolved: false },
    ])
  })
})

describe("deployedAddressesSchema and forwarderSchema", () => {
  const record = { chainSlug: 41001, onChainAddress: target, forwarderAddress: forwarder, isDeployed: true }

  it("parse the zero address as not known yet", () => {
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

describe("payloadDetailsSchema", () => {
  const read = (more: object) =>
    payloadDetailsSchema.parse({ response: { payloadId: bytes32(1), chainSlug: "41001", ...more } })

  it("derives the status from whatever stage is furthest", () => {
    for (const [stages, status] of [
      [{}, "NO"],
      [{ isExecuted: false }, "NO"],
      [{ isExecuted: true }, "EXECUTED"],
      [{ isExecuted: true, executeStatus: "EXECUTING" }, "EXECUTING"],
      [{ finalizeStatus: "FINALIZED" }, "FINALIZED"],
      [{ isExecuted: true, callbackStatus: "PROMISE_RESOLVING" }, "PROMISE_RESOLVING"],
    ] as const) {
      expect(read(stages), JSON.stringify(stages)).to.include({ status })
    }
  })

  it("takes tries that are over for a payload that is given up", () => {
    const told = (more: object) => read(more).isGivenUp
    expect(told({ executeStatus: "EXECUTION_FAILED" })).to.equal(true)
    expect(told({ callbackStatus: "PROMISE_RESOLVE_FAILED" })).to.equal(true)
    expect([told({ isGivenUp: true }), told({ isGivenUp: false }), told({})]).to.deep.equal([true, false, undefined])
  })

  it("reads a call type by number or name, and zeros as no hash", () => {
    const callTypes = ["READ", 0, "0", 1, "1", 99, "99", "TELEPORT", null]
    const names = ["READ", "READ", "READ", "WRITE", "WRITE", "99", "99", "TELEPORT", null]
    expect(callTypes.map((callType) => read({ callType }).callType)).to.deep.equal(names)
    const digests = [bytes32(5), bytes32(0), "0x00", "0x00ff", "ff"]
    expect(digests.map((digest) => read({ digest }).digest)).to.deep.equal([bytes32(5), null, null, "0x00ff", null])
    expect(read({ digest: "ff", prevDigestsHash: bytes32(0) })).to.include({ prevDigestsHash: null })
  })
})

describe("response schemas", () => {
  it("never throw, whatever the JSON", () => {
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
