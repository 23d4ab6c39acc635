import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { openGateway } from "#test/fixtures/servers/gatewayRoutes.js"
import { appGateway, succeeded, timeoutRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const txHash = bytes32(0xdef)

describe("timeout of the devnet", () => {
  const { timeoutId } = timeoutRecord()

  it("shapes a timeout that waits, and one that has run, as the specification does", async () => {
    const { get } = openGateway({
      timeouts: () => [
        timeoutRecord(),
        timeoutRecord({
          status: "RESOLVED",
          resolved: { txHash: bytes32(0xe), executedAt: 1_767_225_603 },
          attempt: succeeded,
        }),
      ],
    })
    const scheduled = {
      id: 9,
      timeoutId,
      target: appGateway,
      payload: "0xd09de08a",
      executeAt: 1_767_225_600,
      originTxHash: txHash,
      createdAt: "2025-12-31T23:59:00.000Z",
    }
    expect(await get("/timeout", { txHash })).to.deep.equal({
      status: 200,
      body: {
        status: "SUCCESS",
        response: [
          {
            ...scheduled,
            executedAt: null,
            isResolved: null,
            status: "ADDED_TO_QUEUE",
            resolveTxHash: null,
            simulationStatus: "NO",
            revertString: null,
            updatedAt: "2025-12-31T23:59:00.000Z",
          },
          {
            ...scheduled,
            executedAt: 1_767_225_603,
            isResolved: true,
            status: "RESOLVED",
            resolveTxHash: bytes32(0xe),
            simulationStatus: "SIMULATION_SUCCESS",
            revertString: null,
            updatedAt: "2026-01-01T00:00:03.000Z",
          },
        ],
      },
    })
  })

  it("filters by every parameter of the query, and by no other", async () => {
    const queries: unknown[] = []
    const { get } = openGateway({
      timeouts: (query) => {
        queries.push(query)
        return []
      },
    })
    await get("/timeout", {
      txHash,
      timeoutId: `0x${timeoutId.slice(2).toUpperCase()}`,
      target: appGateway.toLowerCase(),
    })
    await get("/timeout", { txHash: "", target: appGateway })
    expect(queries).to.deep.equal([
      { txHash, timeoutId, target: appGateway },
      { txHash: undefined, timeoutId: undefined, target: appGateway },
    ])
  })

  for (const query of [{}, { txHash: "" }] as Record<string, string>[]) {
    it(`refuses ${JSON.stringify(query)}, which names no timeout`, async () => {
      expect(await openGateway().get("/timeout", query)).to.deep.equal({
        status: 400,
        body: { error: "missing field : txHash, timeoutId or target" },
      })
    })
  }

  for (const [query, error] of [
    [{ txHash: "0x1" }, "txHash"],
    [{ target: "0x1" }, "target"],
    [{ target: zeroAddress }, "zero address"],
    [{ timeoutId: "nine" }, "timeoutId: not 0x followed by 64 hexadecimal digits"],
  ] as const) {
    it(`says what is wrong with ${JSON.stringify(query)}`, async () => {
      const { status, body } = await openGateway().get("/timeout", query)
      expect(status).to.equal(400)
      expect(body).to.have.property("error").that.contains(error)
    })
  }
})
