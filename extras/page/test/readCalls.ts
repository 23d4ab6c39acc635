import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData, parseAbi } from "viem"

import { address, messageChange, payloadChange } from "./fixtures/servedPage.js"
import { addChange } from "#extras/page/src/kinds.js"
import { readCalls } from "#extras/page/src/readCalls.js"
import { createCallWriter } from "#extras/page/tasks/createCallWriter.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi([
  "function greet(uint32 slug, string text)",
  "function act((uint256 amount) what, address[] whom, bytes data)",
])

/** Chains on which every transaction calls `greet` of the first plug, and every contract has its address as code. */
function chainsThatNote(asked: string[]) {
  const input = encodeFunctionData({ abi, functionName: "greet", args: [2, "hello"] })
  const request = ({ method, params }: { method: string; params: readonly string[] }) => {
    asked.push(`${method} ${params[0]}`)
    if (method === "eth_getCode") return Promise.resolve(params[0])
    return Promise.resolve(params[0] === bytes32(1_000_009) ? null : { to: address(1), input })
  }
  return [1, 2, 9].map((slug) => ({ slug, provider: { request } })) as unknown as Parameters<
    typeof readCalls
  >[1]["chains"]
}

describe("what moves on the page", () => {
  it("is named by the contract, function and arguments that began it, and by code and book", async () => {
    const asked: string[] = []
    const items = [
      addChange(undefined, "message", messageChange(1)),
      addChange(undefined, "message", messageChange(9)),
      addChange(undefined, "payload", payloadChange(1)),
    ]
    const at = { chains: chainsThatNote(asked), gatewaySlug: 9, known: new Map(), codes: new Map() }
    let name = "Greeter"
    const nameOf = (slug: number, _: string, code: string) =>
      code === address(1) ? name : slug === 9 && code === address(3) ? "App" : undefined
    const by = { nameOf, writeCall: createCallWriter([[], abi]) }
    expect(await readCalls(items, at, by)).to.deep.equal({
      names: { [`1 ${address(1)}`]: "Greeter", [`9 ${address(3)}`]: "App" },
      calls: { [bytes32(1_000_001)]: 'Greeter.greet(2, "hello")' },
    })
    name = "Renamed"
    asked.length = 0
    const { calls } = await readCalls(items, at, by)
    expect(calls[bytes32(1_000_001)]).to.equal('Renamed.greet(2, "hello")')
    // All but the transaction that was not found is known.
    expect(asked).to.deep.equal([`eth_getTransactionByHash ${bytes32(1_000_009)}`])
  })

  it("has its arguments in short, and no call that the project does not know", () => {
    const writeCall = createCallWriter([abi])
    const [whom, data] = [[at(1), at(2)] as const, bytes32(7)]
    const long = encodeFunctionData({ abi, functionName: "act", args: [{ amount: 1n }, whom, data] })
    expect(writeCall(long)).to.equal("act({…}, [0x0000…0001, 0x0000…0002], 0x0000…0007)")
    expect(
      writeCall(encodeFunctionData({ abi, functionName: "greet", args: [1, "x".repeat(99)] })),
    ).to.have.lengthOf.below(62)
    expect(writeCall("0x12345678")).to.equal(undefined)
    expect(writeCall("0x")).to.equal(undefined)
  })
})
