import { expect } from "chai"
import { describe, it } from "mocha"

import type { PayloadDetails } from "#src/gateway/types.js"
import { plainText } from "#src/terminal/renderText.js"
import { payloadReport } from "#tasks/gateway/output/payloadReport.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const unknown = Object.fromEntries(
  [
    ...["requestCount", "batchCount", "appGateway", "target", "payload", "value", "gasLimit", "readAt", "isParallel"],
    ...["writeFinality", "deadline", "finalizeTxHash", "executeTxHash", "returnData", "callbackTxHash", "createdAt"],
  ].map((name) => [name, null]),
)
const simulationDetails = {
  ...{ executeSimulationStatus: null, executeRevertString: null },
  ...{ callbackSimulationStatus: null, callbackRevertString: null },
}
const nothing = {
  payloadId: bytes32(1),
  chainSlug: 41001,
  status: "NO",
  callType: "WRITE",
  ...unknown,
  simulationDetails,
}

describe("payloadReport", () => {
  /** The facts below the first line, by name. */
  const factsOf = (more: object): Readonly<Record<string, string>> => {
    const details = { ...nothing, ...more } as unknown as PayloadDetails
    const [, ...lines] = plainText(payloadReport(details, { chainName: String, abis: [] })).split("\n")
    return Object.fromEntries<string>(
      lines
        .filter((line) => line !== "")
        .map((line) => {
          const [name = "", value = ""] = line.trim().split(/ {2,}/)
          return [name, value]
        }),
    )
  }

  it("leaves out what is not known, and what stands for nothing", () => {
    expect(factsOf({})).to.deep.equal({})
    expect(factsOf({ value: 0n, readAt: 0n, deadline: 0 })).to.deep.equal({})
  })

  it("shows each value that is known by its own name", () => {
    expect(factsOf({ requestCount: 7 })).to.deep.equal({ request: "7" })
    expect(factsOf({ requestCount: 7, batchCount: 0 })).to.deep.equal({ request: "7, batch 0" })
    expect(factsOf({ value: 1n, gasLimit: 0n, readAt: 3n })).to.deep.equal({
      ...{ value: "1 wei", "gas limit": "0", "reads at block": "3" },
    })
    expect(factsOf({ isParallel: true })).to.deep.equal({ "in parallel": "yes" })
    expect(factsOf({ isParallel: false })).to.deep.equal({ "in parallel": "no" })
    for (const [number, finality] of ["low", "medium", "high", "3"].entries()) {
      expect(factsOf({ writeFinality: number })).to.deep.equal({ finality })
    }
    const hashes = { finalizeTxHash: bytes32(2), executeTxHash: bytes32(3), callbackTxHash: bytes32(4) }
    expect(factsOf({ ...hashes, deadline: 12, payload: "0x12", returnData: "0x34", createdAt: "today" })).to.deep.equal(
      {
        ...{ calldata: "0x12", deadline: "12", returned: "0x34", "queued at": "today" },
        ...{ "finalized in": bytes32(2), "executed in": bytes32(3), "callback in": bytes32(4) },
      },
    )
    const [appGateway, target] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`]
    expect(factsOf({ appGateway, target })).to.deep.equal({ "app gateway": appGateway, target })
  })

  it("tells a call that reverts from a callback that does, and whether its tries are over", () => {
    const reverting = (details: object, more = {}) =>
      factsOf({ ...more, simulationDetails: { ...simulationDetails, ...details } })
    const call = { executeSimulationStatus: "REVERTING", executeRevertString: "low" }
    expect(reverting(call)).to.deep.equal({ simulation: "REVERTING", reverts: "low" })
    const callback = { callbackSimulationStatus: "REVERTING", callbackRevertString: "late" }
    const facts = reverting(callback, { status: "EXECUTED" })
    expect(facts).to.deep.equal({ "of its callback": "REVERTING", "its callback reverts": "late" })
    expect(reverting(call, { isGivenUp: true })["reverts"]).to.match(/^low; ./)
  })
})
