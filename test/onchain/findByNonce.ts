import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import type { Client } from "viem"
import { numberToHex } from "viem/utils"

import { findByNonce } from "#src/onchain/submission/recoverSubmission.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const stranger = "0x00000000000000000000000000000000000000f0"

/** Creates a chain from the account's number of transactions in each block and of pending transactions. */
function chainOf(blocks: readonly number[], pending = 0, shows = true): { client: Client; methods: string[] } {
  const upTo = (block: number): number => blocks.slice(0, block + 1).reduce((sum, count) => sum + count, 0)
  const all = upTo(blocks.length)
  const transactionsOf = (first: number, count: number): object[] => {
    const own = Array.from({ length: count }, (_, index) => first + index)
    const others = own.map((nonce) => ({ from: stranger, nonce: numberToHex(nonce), hash: bytes32(0xf00) }))
    return [...others, ...own.map((nonce) => ({ from: account, nonce: numberToHex(nonce), hash: bytes32(nonce + 1) }))]
  }
  const answer = (method: string, [first, second]: readonly string[]): unknown => {
    if (method === "eth_blockNumber") return numberToHex(blocks.length - 1)
    if (method === "eth_getTransactionCount") {
      return numberToHex(second === "pending" ? all + pending : upTo(Number(second)))
    }
    const [from, count] = first === "pending" ? [all, pending] : [upTo(Number(first) - 1), blocks[Number(first)] ?? 0]
    // Without them a node gives their hashes alone.
    const isWhole = String(second) === "true"
    return { number: "0x1", transactions: shows && isWhole ? transactionsOf(from, count) : [] }
  }
  const { client, asked: methods } = fakeNode(({ method, params }) => answer(method, params as readonly string[]))
  return { client, methods }
}

describe("findByNonce", () => {
  it("finds a transaction in any block, with few requests", async () => {
    const blocks = fc.array(fc.nat(3), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(blocks, fc.nat(), fc.nat(), async (counts, whichNonce, whichStart) => {
        const total = counts.reduce((sum, count) => sum + count, 0)
        if (total === 0) return
        const nonce = whichNonce % total
        let mined = 0
        const block = counts.findIndex((count) => (mined += count) > nonce)
        const { client, methods } = chainOf(counts)
        const use = await findByNonce(client, { account, nonce, fromBlock: BigInt(whichStart % (block + 1)) })
        expect(use.kind).to.equal("mined")
        expect((use as { transaction: { hash: string } }).transaction.hash).to.equal(bytes32(nonce + 1))
        expect(methods.length).to.be.lessThan(12)
      }),
    )
  })

  it("distinguishes a free nonce from a pending one", async () => {
    const parameters = { account, nonce: 3, fromBlock: 0n } as const
    expect(await findByNonce(chainOf([1, 2]).client, parameters)).to.deep.equal({ kind: "free" })
    const { client, methods } = chainOf([1, 2], 1)
    const pending = await findByNonce(client, parameters)
    const counts = ["eth_getTransactionCount", "eth_getTransactionCount"]
    expect(methods).to.deep.equal(["eth_blockNumber", ...counts, "eth_getBlockByNumber"])
    expect(pending.kind).to.equal("pending")
    expect((pending as { transaction: { hash: string } }).transaction.hash).to.equal(bytes32(4))
  })

  it("finds a transaction that is mined between the look at the counts and the look at the pending block", async () => {
    const [before, after] = [chainOf([1, 2], 1).client, chainOf([1, 2, 1]).client]
    let isMined = false
    const { client } = fakeNode((call) => {
      isMined ||= call.method === "eth_getBlockByNumber"
      return (isMined ? after : before).request(call as never)
    })
    const use = await findByNonce(client, { account, nonce: 3, fromBlock: 0n })
    expect(use.kind).to.equal("mined")
  })

  it("fails if the node counts a transaction but does not show it", async () => {
    const parameters = { account, nonce: 0, fromBlock: 0n } as const
    expect(String(await rejection(findByNonce(chainOf([1], 0, false).client, parameters)))).to.match(/does not show/)
    const hidden = await findByNonce(chainOf([0], 1, false).client, parameters)
    expect(hidden).to.deep.equal({ kind: "pending", transaction: undefined })
  })
})
