import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { simulate } from "#src/gateway/explaining/calls/simulate.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"

const [from, to]: readonly Hex[] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`]

/** Simulates a call on a node that answers like this, and returns what it was asked too. */
async function simulated(answer: Hex | Error, value?: bigint) {
  const { client, questions } = fakeNode({ eth_call: answer })
  const found = await simulate(client, { from: from!, to: to!, data: "0x1234", value })
  return { found, asked: questions[0]!.params }
}

describe("simulate", () => {
  it("knows code that ends without data from a node that does not tell", async () => {
    const ends = ["out of gas", "EVM error InvalidFEOpcode", "invalid opcode: INVALID", "EVM error StackOverflow"]
    for (const end of ends) {
      expect((await simulated(nodeError(end))).found, end).to.deep.equal({ reverts: true, data: "0x" })
    }
    expect((await simulated(nodeError("the node is down"))).found).to.equal(undefined)
  })

  it("gives the sender the value that a call carries, and no other call", async () => {
    expect(JSON.stringify((await simulated("0x", 5n)).asked)).to.contain(`"${from}":{"balance"`)
    for (const none of [undefined, 0n]) {
      expect(JSON.stringify((await simulated("0x", none)).asked)).not.to.contain("balance")
    }
  })
})
