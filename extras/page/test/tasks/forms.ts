import { expect } from "chai"
import { describe, it } from "mocha"
import { type AbiFunction, type Hex, parseAbi, toFunctionSelector } from "viem"

import { functionFields, sendingFunctions } from "#extras/page/tasks/callForPage.js"
import { isRunnable } from "#extras/page/tasks/explainForPage.js"
import { parseSignature } from "#src/messaging/onchain/plugCall.js"

describe("the forms of the page", () => {
  it("have a field for each argument, and a signature that messaging send takes for the same function", () => {
    const [plain, unnamed, struct] = parseAbi([
      "struct Inner { uint8 small; bytes[] parts }",
      "struct Outer { address who; Inner[2] inner; bool }",
      "function send(uint32 dstChainSlug, bytes payload) payable",
      "function set(uint256, string)",
      "function store(Outer outer, Inner[] list, uint8)",
    ]) as unknown as readonly [AbiFunction, AbiFunction, AbiFunction]
    const outer = "(address who, (uint8 small, bytes[] parts)[2] inner, bool)"
    const list = "(uint8 small, bytes[] parts)[]"
    const cases: readonly (readonly [AbiFunction, ReturnType<typeof functionFields>])[] = [
      [
        plain,
        {
          signature: "send(uint32 dstChainSlug, bytes payload)",
          inputs: [
            { name: "dstChainSlug", type: "uint32" },
            { name: "payload", type: "bytes" },
          ],
        },
      ],
      [
        unnamed,
        {
          signature: "set(uint256 arg1, string arg2)",
          inputs: [
            { name: "arg1", type: "uint256" },
            { name: "arg2", type: "string" },
          ],
        },
      ],
      [
        struct,
        {
          signature: `store(${outer} outer, ${list} list, uint8 arg3)`,
          inputs: [
            { name: "outer", type: outer },
            { name: "list", type: list },
            { name: "arg3", type: "uint8" },
          ],
        },
      ],
    ]
    for (const [item, fields] of cases) {
      expect(functionFields(item)).to.deep.equal(fields)
      expect(toFunctionSelector(parseSignature(fields.signature))).to.equal(toFunctionSelector(item))
    }
  })

  it("are of what sends, as syntax trees show it, or else of what can be paid, but for inbound", () => {
    const abi = parseAbi([
      "function send(uint32 slug) payable",
      "function sendFromBalance(uint32 slug)",
      "function donate() payable",
      "function inbound(uint32 slug, bytes payload) payable",
      "function count() view returns (uint256)",
      "event Sent(uint32 slug)",
    ])
    const names = (senders?: readonly Hex[]) =>
      sendingFunctions(abi, senders).map(({ signature }) => signature.split("(")[0])
    expect(names()).to.deep.equal(["send", "donate"])
    const found = ["send(uint32)", "sendFromBalance(uint32)"].map((signature) => toFunctionSelector(signature))
    expect(names(found)).to.deep.equal(["send", "sendFromBalance"])
    expect(names([])).to.deep.equal([])
  })

  it("run only commands of Hardhat", () => {
    const commands = [
      "npx hardhat messaging wire",
      null,
      "npx hardhat",
      "npx hardhat-other x",
      "cast send",
      " npx hardhat x",
    ]
    expect(commands.filter((command) => isRunnable({ command }))).to.deep.equal(["npx hardhat messaging wire"])
  })
})
