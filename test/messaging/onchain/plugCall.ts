import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi, parseAbiItem } from "viem"

import { callableFunction, findFunction, parseSignature } from "#src/messaging/onchain/plugCall.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

describe("findFunction", () => {
  const abi = parseAbi(["function send(uint32) payable", "function send(uint32,string) payable", "event Sent(uint32)"])
  const find = (functionName: string, args?: readonly unknown[]) =>
    findFunction({ abi, functionName }, args)?.inputs.length

  it("takes of several functions with one name the one that fits the arguments, and the first without any", () => {
    expect(find("send", [1, "hello"])).to.equal(2)
    expect(find("send", [1])).to.equal(1)
    expect(find("send")).to.equal(1)
  })
})

describe("callableFunction", () => {
  const abi = parseAbi([
    "function send(uint32) payable",
    "function set(uint32)",
    "function get(uint32) view",
    "function add(uint32) pure",
  ])
  const call = (functionName: string, evenWithoutMessage = false) =>
    callableFunction({ abi, functionName }, [1], { evenWithoutMessage })
  const problem = (functionName: string, evenWithoutMessage = false) => {
    try {
      return call(functionName, evenWithoutMessage)
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error
      return [error.argument, error.explanation.includes("only reads")]
    }
  }

  it("is one that can be paid, or any where no message has to be sent", () => {
    expect(problem("send")).to.deep.equal({ abi, functionName: "send" })
    expect(["set", "get", "add", "none"].map((name) => problem(name))).to.deep.equal([
      ...[
        ["functionName", false],
        ["functionName", true],
        ["functionName", true],
        ["functionName", false],
      ],
    ])
    for (const functionName of ["send", "set", "get", "add"]) {
      expect(problem(functionName, true)).to.deep.equal({ abi, functionName })
    }
    expect(problem("none", true)).to.deep.equal(["functionName", false])
  })

  it("is the one of a signature, which can be paid", () => {
    const item = parseAbiItem("function add(uint32 slug) payable")
    for (const evenWithoutMessage of [true, false]) {
      expect(callableFunction({ signature: "add(uint32 slug)" }, [1], { evenWithoutMessage })).to.deep.equal({
        ...{ abi: [item], functionName: "add" },
      })
    }
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
})
