import { expect } from "chai"
import { describe, it } from "mocha"
import { getBalance, getBlockNumber, getCode, getStorageAt } from "viem/actions"

import { clientAfter } from "#src/onchain/clientAfter.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const address = at(7)

/** A node that refuses so many requests with these words. */
function nodeThatRefuses(times: number, words: string) {
  const asked: unknown[] = []
  const { client } = fakeNode(({ method, params }) => {
    asked.push([method, ...params])
    return asked.length <= times ? new Error(words) : "0x05"
  })
  return { asked, client }
}

describe("a client that reads after a transaction", () => {
  it("reads the state of its block, and everything else as it is asked for", async () => {
    const { asked, client } = nodeThatRefuses(0, "")
    const after = clientAfter(client, { blockNumber: 31n })
    expect(await getBalance(after, { address })).to.equal(5n)
    await getCode(after, { address })
    await getStorageAt(after, { address, slot: bytes32(9) })
    await getBlockNumber(after)
    await getCode(after, { address, blockNumber: 7n })
    expect(asked).to.deep.equal([
      ["eth_getBalance", address, "0x1f"],
      ["eth_getCode", address, "0x1f"],
      ["eth_getStorageAt", address, bytes32(9), "0x1f"],
      ["eth_blockNumber"],
      ["eth_getCode", address, "0x7"],
    ])
  })

  const lacking = [
    "header not found",
    "block #31 is not available",
    "Unknown block",
    "Received invalid block tag 31. Latest block number is 30",
    "missing trie node 1a2b",
    "no state available for block 31",
    "block 31 does not exist",
  ]
  for (const words of lacking) {
    it(`asks again after half a second where the node says: ${words}`, async () => {
      const { asked, client } = nodeThatRefuses(2, words)
      const clock = createManualClock()
      const balance = getBalance(clientAfter(client, { blockNumber: 31n }, { clock }), { address })
      for (let waits = 0; waits < 2; waits++) await clock.advance(500)
      expect([await balance, asked.length]).to.deep.equal([5n, 3])
    })
  }

  it("gives up after twenty requests, and at once where the node says something else, or the signal is aborted", async () => {
    const behind = nodeThatRefuses(100, "header not found")
    const clock = createManualClock()
    const waiting = rejection(getBalance(clientAfter(behind.client, { blockNumber: 31n }, { clock }), { address }))
    for (let waits = 0; waits < 19; waits++) await clock.advance(500)
    expect([String(await waiting).includes("header not found"), behind.asked.length]).to.deep.equal([true, 20])

    const broken = nodeThatRefuses(100, "execution reverted")
    await rejection(getBalance(clientAfter(broken.client, { blockNumber: 31n }, { clock }), { address }))
    expect(broken.asked).to.have.length(1)

    const stopped = nodeThatRefuses(100, "header not found")
    const signal = AbortSignal.abort()
    await rejection(getBalance(clientAfter(stopped.client, { blockNumber: 31n }, { clock, signal }), { address }))
    expect(stopped.asked).to.have.length(1)
  })
})
