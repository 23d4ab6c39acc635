import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { runs } from "#test/fixtures/depth.js"
import { openGateway } from "#test/fixtures/servers/gatewayRoutes.js"
import { contract } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("the devnet's gateway API", () => {
  it("answers any query with JSON and an expected status", async () => {
    const { get } = openGateway()
    const text = fc.oneof(fc.string(), fc.constantFrom(bytes32(0xdef), contract, "41001", "0x", "-1", "1e3"))
    const names = [
      "txHash",
      "timeoutId",
      "target",
      "appGatewayAddress",
      "contractId",
      "chainSlug",
      "onChainAddress",
      "payloadId",
    ]
    const routes = [
      "/getDetailsByTxHash",
      "/timeout",
      "/getAddresses",
      "/getForwarderAddress",
      "/payload",
      "/trigger",
      "/inbox",
    ]
    const property = fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.dictionary(fc.constantFrom(...names), text),
      async (route, query) => {
        const { status, body } = await get(route, query)
        expect(status).to.be.oneOf([200, 400])
        if (status === 400) expect(body).to.have.property("error").that.is.a("string").and.not.equal("")
      },
    )
    await fc.assert(property, runs({ fast: 100 }))
  })
})
