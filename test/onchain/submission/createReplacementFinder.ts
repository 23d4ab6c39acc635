import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import { createReplacementFinder } from "#src/onchain/waitForReceipt.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("createReplacementFinder", () => {
  it("asks every two seconds, and finds what was mined with the nonce of what it saw pending", async () => {
    let [now, mined] = [10_000, 7]
    const { client, asked } = fakeNode({
      eth_blockNumber: () => (mined > 7 ? "0x29" : "0x28"),
      eth_getTransactionByHash: {
        hash: bytes32(1),
        from: account,
        nonce: "0x7",
        value: "0x0",
        gas: "0x1",
        type: "0x0",
      },
      eth_getTransactionCount: ([, block]) => numberToHex(block === "0x28" ? 7 : mined),
      eth_getBlockByNumber: {
        number: "0x29",
        transactions: [{ hash: bytes32(2), from: account, nonce: "0x7", value: "0x0", gas: "0x1", type: "0x0" }],
      },
    })
    const find = createReplacementFinder(client, { hash: bytes32(1), clock: { now: () => now } as never })
    const look = async (at: number) => {
      now = at
      asked.length = 0
      return [(await find())?.hash, asked.length]
    }
    expect(await look(10_000)).to.deep.equal([undefined, 2])
    expect(await look(11_999)).to.deep.equal([undefined, 0])
    expect(await look(12_000)).to.deep.equal([undefined, 1])
    mined = 8
    expect(await look(13_999)).to.deep.equal([undefined, 0])
    const [hash, requests] = await look(14_000)
    expect(hash).to.equal(bytes32(2))
    expect(requests).to.be.greaterThan(1)
  })
})
