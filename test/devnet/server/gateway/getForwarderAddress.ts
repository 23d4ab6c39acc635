import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { type Address, getAddress, keccak256, toHex, zeroAddress } from "viem"

import { runs } from "#test/fixtures/depth.js"
import { openGateway, slugs } from "#test/fixtures/servers/gatewayRoutes.js"
import { contract } from "#test/fixtures/wire/gatewayRecords.js"

describe("getForwarderAddress of the devnet", () => {
  it("gives the address of any contract's forwarder, and whether it is deployed", async () => {
    const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes)))
    const isAddress = (address: Address) => address !== zeroAddress
    const property = fc.asyncProperty(
      addresses.filter(isAddress),
      fc.constantFrom(...slugs),
      fc.boolean(),
      async (onChainAddress, chainSlug, isDeployed) => {
        const place = (slug: number, address: Address) =>
          getAddress(keccak256(toHex(`${slug} ${address}`)).slice(0, 42))
        const { client } = openGateway({ hasForwarder: () => isDeployed }, place)
        expect(await client.getForwarder({ onChainAddress, chainSlug })).to.deep.equal({
          chainSlug,
          onChainAddress,
          forwarderAddress: place(chainSlug, onChainAddress),
          isDeployed,
        })
      },
    )
    await fc.assert(property, runs({ fast: 50, deep: 1_500 }))
  })

  for (const [query, error] of [
    [{ chainSlug: 41001 }, "missing field : onChainAddress"],
    [{ onChainAddress: contract }, "missing field : chainSlug"],
    [{ onChainAddress: zeroAddress, chainSlug: 41001 }, "zero address"],
    [{ onChainAddress: "devnet", chainSlug: 41001 }, "onChainAddress"],
    [{ onChainAddress: contract, chainSlug: "alpha" }, "chainSlug"],
    [{ onChainAddress: contract, chainSlug: 41000 }, "chainSlug: no chain 41000 here"],
  ] as const) {
    it(`says what is wrong with ${JSON.stringify(query)}`, async () => {
      const { status, body } = await openGateway().get("/getForwarderAddress", query)
      expect(status).to.equal(400)
      expect(body).to.have.property("error").that.contains(error)
    })
  }
})
