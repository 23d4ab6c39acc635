import { expect } from "chai"
import { describe, it } from "mocha"
import { concat, keccak256, pad, stringToHex } from "viem/utils"

import { createContractId } from "../../../src/gateway/onchain/createContractId.js"

describe("createContractId", () => {
  it("hashes the name as abi.encode lays it out, and not its bytes alone", () => {
    const encoded = concat([pad("0x20"), pad("0x07"), pad(stringToHex("counter"), { dir: "right" })])
    expect(createContractId("counter")).to.equal(keccak256(encoded))
  })
})
