import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData, parseAbi, zeroAddress } from "viem"

import { plugAbi } from "#src/messaging/onchain/abi.js"
import { readCall } from "#src/messaging/onchain/connection/readCall.js"
import { readOwner } from "#src/messaging/onchain/connection/readConnectionFacts.js"
import { failure } from "#test/fixtures/failure.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

describe("readCall", () => {
  it("reads back the function and each argument, numbers exactly", () => {
    const abi = parseAbi([
      "function link(uint32 slug, address, uint256[] amounts, (bool isOpen, string name) how, bool)",
    ])
    const args = [41_002, at(1), [1n, 2n ** 200n], { isOpen: true, name: "a" }, false] as const
    expect(readCall(abi, encodeFunctionData({ abi, args }))).to.deep.equal({
      signature: "link(uint32,address,uint256[],(bool,string),bool)",
      args: [
        { name: "slug", type: "uint32", text: "41002" },
        { name: undefined, type: "address", text: at(1) },
        { name: "amounts", type: "uint256[]", text: `["1","${2n ** 200n}"]` },
        { name: "how", type: "tuple", text: '{"isOpen":true,"name":"a"}' },
        { name: undefined, type: "bool", text: "false" },
      ],
    })
    const large = parseAbi(["function set(uint256 amount)"])
    const [set] = readCall(large, encodeFunctionData({ abi: large, args: [2n ** 200n] })).args
    expect(set?.text).to.equal(String(2n ** 200n))
    const none = parseAbi(["function go()"])
    expect(readCall(none, encodeFunctionData({ abi: none }))).to.deep.equal({ signature: "go()", args: [] })
  })
})

describe("readOwner", () => {
  const owner = async (answer?: () => unknown) =>
    await readOwner(createViewNode({ abis: [plugAbi], views: { owner: answer } }), at(1))

  it("is who owns the plug, nobody where it does not say, and an error where the node does not answer", async () => {
    expect(await owner(() => at(7))).to.equal(at(7))
    expect(await owner(() => zeroAddress)).to.equal(zeroAddress)
    expect(await owner()).to.equal(undefined)
    const silent = owner(() => {
      throw Object.assign(new Error("overloaded"), { code: -32_000 })
    })
    const { code, facts } = await failure(silent)
    expect([code, facts["contract"], facts["function"]]).to.deep.equal(["NODE_FAILED", at(1), "owner"])
  })
})
