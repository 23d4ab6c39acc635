import { expect } from "chai"
import { describe, it } from "mocha"
import { concat, keccak256, pad, stringToHex } from "viem/utils"

import { createContractId } from "#src/gateway/following/waitForDeployment.js"

describe("createContractId", () => {
  it("hashes the ABI encoding of the name, and not only its bytes", () => {
    const encoded = concat([pad("0x20"), pad("0x07"), pad(stringToHex("counter"), { dir: "right" })])
    expect(createContractId("counter")).to.equal(keccak256(encoded))
  })
})
