import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { forwarder, openGateway } from "#test/fixtures/servers/gatewayRoutes.js"
import { appGateway, contract } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const contractId = bytes32(0xc0)

describe("getAddresses of the devnet", () => {
  const query = { appGatewayAddress: appGateway, contractId, chainSlug: 41002 } as const

  it("has zero addresses until the contract is deployed", async () => {
    const zeros = {
      onchain: { chainSlug: 41002, deployedContract: zeroAddress },
      offchain: { forwarder: zeroAddress, contractId },
    }
    const requested = { txHash: bytes32(0xdef), requestedAt: 1_767_225_540 }
    const underWay = { appGateway, contractId, chainSlug: 41002, onChainAddress: undefined, ...requested } as const
    for (const [deployment, request] of [
      [() => undefined, { requestTxHash: null, requestedAt: null }],
      [() => underWay, { requestTxHash: requested.txHash, requestedAt: requested.requestedAt }],
    ] as const) {
      expect(await openGateway({ deployment }).get("/getAddresses", query)).to.deep.equal({
        status: 200,
        body: { ...zeros, ...request },
      })
    }
  })

  it("has the contract and its forwarder once it is deployed", async () => {
    const { client } = openGateway({
      deployment: (query) => {
        expect(query).to.deep.equal({ appGateway, contractId, chainSlug: 41002 })
        return { ...query, onChainAddress: contract, txHash: bytes32(0xdef), requestedAt: 1_767_225_540 }
      },
    })
    expect(await client.getAddresses(query)).to.deep.equal({
      onchain: { chainSlug: 41002, deployedContract: contract },
      offchain: { forwarder, contractId },
      requestTxHash: bytes32(0xdef),
      requestedAt: 1_767_225_540,
    })
  })

  for (const [change, error] of [
    [{ appGatewayAddress: "" }, "missing field : appGatewayAddress"],
    [{ contractId: "" }, "missing field : contractId"],
    [{ chainSlug: "" }, "missing field : chainSlug"],
    [{ appGatewayAddress: contract.replace("F", "f") }, "checksum"],
    [{ contractId: "counter" }, "contractId: not 0x followed by 64 hexadecimal digits"],
    [{ contractId: "0x12" }, "contractId"],
    [{ chainSlug: -1 }, "chainSlug"],
    [{ chainSlug: 2 ** 32 }, "chainSlug"],
    [{ chainSlug: "41001.5" }, "chainSlug"],
    [{ chainSlug: 1 }, "chainSlug: no chain 1 here, only 41001, 41002"],
  ] as const) {
    it(`says what is wrong with ${JSON.stringify(change)}`, async () => {
      const { status, body } = await openGateway().get("/getAddresses", { ...query, ...change })
      expect(status).to.equal(400)
      expect(body).to.have.property("error").that.contains(error)
    })
  }
})
