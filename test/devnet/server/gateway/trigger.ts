import { expect } from "chai"
import { describe, it } from "mocha"

import { revertOfTrigger } from "#src/gateway/index.js"
import { openGateway } from "#test/fixtures/servers/gatewayRoutes.js"
import { appGateway, contract, failed, succeeded, triggerRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { tooHigh } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const txHash = bytes32(0xabc)
const executed = triggerRecord({ status: "Executed", handled: { txHash: bytes32(0xd) }, attempt: succeeded })
const refused = triggerRecord({ status: "Reverting", attempt: { ...failed(tooHigh), retryAt: undefined } })

describe("trigger of the devnet", () => {
  const made = {
    onChainTxHash: txHash,
    callId: bytes32(7),
    chainSlug: 41001,
    plug: contract,
    payload: { appGateway, payload: "0xd09de08a", params: "0x" },
  }

  for (const route of ["/trigger", "/inbox"]) {
    it(`is served at ${route} as clients read it`, async () => {
      const { get } = openGateway({ triggers: (query) => (query.txHash === txHash ? [executed, refused] : []) })
      expect(await get(route, { txHash: `0x${txHash.slice(2).toUpperCase()}` })).to.deep.equal({
        status: 200,
        body: {
          status: "SUCCESS",
          response: [
            {
              ...made,
              status: "Executed",
              ExecutionDetails: {
                appGatewayTxHash: bytes32(0xd),
                simulationStatus: "SIMULATION_SUCCESS",
                revertString: null,
              },
            },
            {
              ...made,
              status: "Reverting",
              ExecutionDetails: {
                appGatewayTxHash: null,
                simulationStatus: "SIMULATION_FAILED",
                revertString: "counter: too high",
              },
              isGivenUp: true,
            },
          ],
        },
      })
      expect(await get(route, { txHash: bytes32(1) })).to.deep.equal({
        status: 200,
        body: { status: "SUCCESS", response: [] },
      })
    })

    for (const [query, error] of [
      [{}, "missing field : txHash"],
      [{ txHash: "" }, "missing field : txHash"],
      [{ txHash: "0x12" }, "txHash"],
    ] as const) {
      it(`refuses ${JSON.stringify(query)} at ${route}`, async () => {
        const { status, body } = await openGateway().get(route, query)
        expect(status).to.equal(400)
        expect(body).to.have.property("error").that.contains(error)
      })
    }
  }

  it("tells a client what became of each, and why one is refused", async () => {
    const { client } = openGateway({ triggers: () => [executed, refused, triggerRecord()] })
    const triggers = await client.getTriggers({ txHash })
    expect(triggers.map(({ status }) => status)).to.deep.equal(["Executed", "Reverting", "Queued"])
    expect(triggers.map((trigger) => revertOfTrigger(trigger)?.reason)).to.deep.equal([
      undefined,
      "counter: too high",
      undefined,
    ])
    expect(triggers[0]).to.deep.include({ plug: contract, callId: bytes32(7) })
    expect(triggers[0]!.ExecutionDetails.appGatewayTxHash).to.equal(bytes32(0xd))
  })
})
