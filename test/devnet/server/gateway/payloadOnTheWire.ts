import { expect } from "chai"
import { describe, it } from "mocha"

import type { PayloadRecord } from "#src/devnet/gateway/ledger/types.js"
import { payloadDetailsOnTheWire, requestOnTheWire } from "#src/devnet/server/gateway/requestOnTheWire.js"
import { givenUpStatuses, hasReached, payloadStates, type PayloadStatus } from "#src/gateway/states.js"
import { switchboard } from "#test/fixtures/servers/gatewayRoutes.js"
import {
  contract,
  failed,
  noAttempt,
  payloadRecord,
  requestRecord,
  succeeded,
} from "#test/fixtures/wire/gatewayRecords.js"
import { tooHigh } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

/** A payload that has come so far, as the ledger has it. */
function recordIn(status: PayloadStatus, given: Partial<PayloadRecord> = {}): PayloadRecord {
  const at = <Value>(stage: PayloadStatus, value: Value) => (hasReached(status, stage) ? value : undefined)
  return payloadRecord({
    status,
    finalized: at("FINALIZED", { txHash: bytes32(0xa), proof: "0x01", digest: bytes32(0xd) }),
    executed: at("EXECUTED", { txHash: bytes32(0xb), returnData: "0x05", gasUsed: 21_000n }),
    resolved: at("PROMISE_RESOLVED", { txHash: bytes32(0xc), fee: 2n }),
    executionAttempt: at("EXECUTED", succeeded) ?? noAttempt,
    callbackAttempt: at("PROMISE_RESOLVED", succeeded) ?? noAttempt,
    ...given,
  })
}

type Fields = Record<string, unknown>

/** The fields of both answers that say how far a payload has come, in one order. */
function shown(record: PayloadRecord): { readonly alone: unknown[]; readonly inRequest: unknown[] } {
  const alone = payloadDetailsOnTheWire(record, { switchboard }) as Fields
  const views = { deployedBy: () => contract, hasForwarder: () => false }
  const request = requestRecord({ payloads: [record] })
  const [payload] = (requestOnTheWire(request, { views, forwarderOf: () => contract }) as { payloads: Fields[] })
    .payloads
  const inRequest: Fields = {}
  for (const part of ["finalizeDetails", "executeDetails", "callBackDetails", "simulationDetails"]) {
    Object.assign(inRequest, payload![part])
  }
  const names = [
    ...["finalizeTxHash", "finalizeStatus", "executeTxHash", "executeStatus", "isExecuted", "returnData"],
    ...["callbackTxHash", "callbackStatus", "executeRevertString", "callbackRevertString"],
  ]
  return { alone: names.map((name) => alone[name]), inRequest: names.map((name) => inRequest[name]) }
}

describe("a payload of the devnet on the wire", () => {
  const [a, b, c, none] = [bytes32(0xa), bytes32(0xb), bytes32(0xc), null]
  const rows: Readonly<Record<PayloadStatus, unknown[]>> = {
    NO: [none, "NO", none, "NO", false, "", none, "NO", "", ""],
    FINALIZING: [none, "FINALIZING", none, "FINALIZING", false, "", none, "NO", "", ""],
    FINALIZED: [a, "FINALIZED", none, "FINALIZED", false, "", none, "NO", "", ""],
    EXECUTING: [a, "FINALIZED", none, "EXECUTING", false, "", none, "NO", "", ""],
    EXECUTED: [a, "FINALIZED", b, "EXECUTED", true, "0x05", none, "NO", "", ""],
    PROMISE_RESOLVING: [a, "FINALIZED", b, "EXECUTED", true, "0x05", none, "PROMISE_RESOLVING", "", ""],
    PROMISE_RESOLVED: [a, "FINALIZED", b, "EXECUTED", true, "0x05", c, "PROMISE_RESOLVED", "", ""],
  }

  it("has what is known in every state, and null or nothing for the rest", () => {
    expect(Object.keys(rows)).to.deep.equal(Object.keys(payloadStates))
    for (const [status, row] of Object.entries(rows)) {
      const { alone, inRequest } = shown(recordIn(status as PayloadStatus))
      expect(alone, status).to.deep.equal(row)
      expect(inRequest, status).to.deep.equal(row)
    }
  })

  it("says in which of both it reverts, and which of both is given up", () => {
    const reverts = (status: PayloadStatus, given: Partial<PayloadRecord>) => {
      const { alone, inRequest } = shown(recordIn(status, given))
      expect(alone).to.deep.equal(inRequest)
      const [executeStatus, callbackStatus] = [alone[3], alone[7]]
      return [executeStatus, callbackStatus, alone[8], alone[9]]
    }
    const [execution, callback] = [{ executionAttempt: failed(tooHigh) }, { callbackAttempt: failed(tooHigh) }]
    const over = { isGivenUp: true }
    expect(reverts("FINALIZED", execution)).to.deep.equal(["FINALIZED", "NO", "counter: too high", ""])
    expect(reverts("EXECUTED", callback)).to.deep.equal(["EXECUTED", "NO", "", "counter: too high"])
    const { execution: executionOver, callback: callbackOver } = givenUpStatuses
    expect(reverts("FINALIZED", { ...execution, ...over })).to.deep.equal([
      executionOver,
      "NO",
      "counter: too high",
      "",
    ])
    expect(reverts("EXECUTED", { ...callback, ...over })).to.deep.equal([
      "EXECUTED",
      callbackOver,
      "",
      "counter: too high",
    ])
    expect(payloadDetailsOnTheWire(recordIn("NO"), { switchboard })).to.not.have.property("isGivenUp")
    expect(payloadDetailsOnTheWire(recordIn("NO", over), { switchboard })).to.include(over)
  })

  it("was changed when it reached its state, but never before it was made", () => {
    const updated = (since: number) => {
      const record = recordIn("NO", { createdAt: 1_000, since })
      return (payloadDetailsOnTheWire(record, { switchboard }) as Fields)["updatedAt"]
    }
    expect([999_999, 1_000_000, 1_000_001].map(updated)).to.deep.equal(
      [1_000_000, 1_000_000, 1_000_001].map((time) => new Date(time).toISOString()),
    )
  })
})
