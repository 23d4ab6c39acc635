import { expect } from "chai"
import { describe, it } from "mocha"

import { timeoutOnTheWire, triggerOnTheWire } from "#src/devnet/server/gateway/jobsOnTheWire.js"
import { failed, timeoutRecord, triggerRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [app, plug] = [1, 2].map((digit): `0x${string}` => `0x${String(digit).repeat(40)}`) as [
  `0x${string}`,
  `0x${string}`,
]
const failing = failed("0xbad0bad0")
const over = { ...failing, retryAt: undefined }

describe("timeouts and triggers on the wire", () => {
  it("have of a timeout when it was due and ran, and that it is given up once no try is left", () => {
    const record = timeoutRecord({
      ...{ timeoutId: bytes32(0x77), scheduler: plug, target: app, executeAt: 1_767_225_600, createdAt: 1_767_225_000 },
      ...{ payload: "0xda", originTxHash: bytes32(3) },
    })
    const open = {
      ...{ id: 0x77, timeoutId: bytes32(0x77), target: app, payload: "0xda", executeAt: 1_767_225_600 },
      ...{ executedAt: null, isResolved: null, status: "ADDED_TO_QUEUE", resolveTxHash: null },
      ...{ simulationStatus: "NO", revertString: null, originTxHash: bytes32(3) },
      ...{ createdAt: "2025-12-31T23:50:00.000Z", updatedAt: "2025-12-31T23:50:00.000Z" },
    }
    expect(timeoutOnTheWire(record)).to.deep.equal(open)
    const resolved = { txHash: bytes32(4), executedAt: 1_767_225_601 }
    expect(timeoutOnTheWire({ ...record, resolved })).to.deep.equal({
      ...{ ...open, executedAt: 1_767_225_601, isResolved: true, resolveTxHash: bytes32(4) },
      updatedAt: "2026-01-01T00:00:01.000Z",
    })
    const reverting = { ...open, simulationStatus: "SIMULATION_FAILED", revertString: "0xbad0bad0" }
    expect(timeoutOnTheWire({ ...record, attempt: failing })).to.deep.equal(reverting)
    expect(timeoutOnTheWire({ ...record, attempt: over })).to.deep.equal({ ...reverting, isGivenUp: true })
  })

  it("have of a trigger where it was called and in what transaction, and that it is given up once no try is left", () => {
    const record = triggerRecord({
      ...{ txHash: bytes32(5), triggerId: bytes32(6), chainSlug: 41_001, plug, appGateway: app, payload: "0xda" },
    })
    const details = { appGatewayTxHash: null, simulationStatus: "NO", revertString: null }
    const open = {
      ...{ status: "Queued", onChainTxHash: bytes32(5), callId: bytes32(6), chainSlug: 41_001, plug },
      payload: { appGateway: app, payload: "0xda", params: "0x" },
    }
    expect(triggerOnTheWire(record)).to.deep.equal({ ...open, ExecutionDetails: details })
    expect(triggerOnTheWire({ ...record, handled: { txHash: bytes32(7) } })).to.deep.equal({
      ...open,
      ExecutionDetails: { ...details, appGatewayTxHash: bytes32(7) },
    })
    const reverting = { ...details, simulationStatus: "SIMULATION_FAILED", revertString: "0xbad0bad0" }
    expect(triggerOnTheWire({ ...record, attempt: failing })).to.deep.equal({ ...open, ExecutionDetails: reverting })
    expect(triggerOnTheWire({ ...record, attempt: over })).to.deep.equal({
      ...{ ...open, ExecutionDetails: reverting },
      isGivenUp: true,
    })
  })
})
