import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { findFunction, parseSignature } from "../../../src/messaging/onchain/plugCall.js"

describe("findFunction", () => {
  const abi = parseAbi(["function send(uint32) payable", "function send(uint32,string) payable", "event Sent(uint32)"])
  const find = (functionName: string, args?: readonly unknown[]) =>
    findFunction({ abi, functionName }, args)?.inputs.length

  it("takes of several functions with one name the one that fits the arguments, and the first without any", () => {
    expect(find("send", [1, "hello"])).to.equal(2)
    expect(find("send", [1])).to.equal(1)
    expect(find("send")).to.equal(1)
  })

  it("finds no event, and none of another name", () => {
    expect([find("Sent"), find("receive")]).to.deep.equal([undefined, undefined])
  })
})

describe("parseSignature", () => {
  it("reads a signature with or without the word function and the parameters' names, as one that can be paid", () => {
    for (const text of ["add(uint32,uint256)", " function add(uint32 slug, uint256 amount) "]) {
      const { name, inputs, stateMutability } = parseSignature(text)
      expect([name, stateMutability, ...inputs.map(({ type }) => type)]).to.deep.equal([
        ...["add", "payable", "uint32", "uint256"],
      ])
    }
  })

  it("refuses what is no signature", () => {
    for (const text of ["add", "add(uint32", "add(number)", "1add()", ""]) {
      expect(() => parseSignature(text), text).to.throw("is not a function signature")
    }
  })
})
