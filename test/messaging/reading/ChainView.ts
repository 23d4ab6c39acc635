import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex, zeroAddress } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { askContract, readTrialBlock, toMined } from "#src/messaging/reading/ChainView.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

/** A view of a node that has block 7 alone, of second 70, and the blocks that it was asked for. */
function viewOf() {
  const { client, questions } = fakeNode({
    eth_getBlockByNumber: ([number]) =>
      number === numberToHex(7n) ? { number, timestamp: numberToHex(70n), transactions: [] } : null,
  })
  const asked = () => questions.map(({ method, params: [block] }) => `${method} ${String(block)}`)
  return { view: { client, socket: zeroAddress, firstBlock: 0n, answers: new Map<string, Promise<unknown>>() }, asked }
}

describe("the time of a log", () => {
  const log = { blockNumber: 7n, transactionHash: bytes32(1) }

  it("is that of the log, or else that of its block, which is read once", async () => {
    const { view, asked } = viewOf()
    expect(await toMined(view, { ...log, blockTimestamp: 69n })).to.deep.equal({ ...log, timestamp: 69n })
    expect(asked()).to.deep.equal([])
    const read = [await toMined(view, log), await toMined(view, log)]
    expect(read.map(({ timestamp }) => timestamp)).to.deep.equal([70n, 70n])
    expect(asked()).to.deep.equal(["eth_getBlockByNumber 0x7"])
  })

  it("is not known where the node does not have the block", async () => {
    expect((await toMined(viewOf().view, { ...log, blockNumber: 8n })).timestamp).to.equal(null)
  })
})

describe("the block of a message's next try", () => {
  const tryIn = (pending: unknown) => {
    const { client } = fakeNode(({ params: [, block] }) => {
      expect(block).to.equal("pending")
      return pending
    })
    return readTrialBlock(
      { client, socket: zeroAddress },
      { head: { number: 7n, timestamp: 70n }, messageId: bytes32(1) },
    )
  }

  it("is the pending one until the message is executed there, and the newest where there is none", async () => {
    expect(await tryIn(bytes32(0))).to.equal("pending")
    expect(await tryIn(bytes32(1))).to.equal(7n)
    expect(await tryIn(new Error("no pending block"))).to.equal(7n)
  })
})

describe("the block in which a contract is asked", () => {
  it("is the one of the view, the one that comes next, or the newest, and each is asked once", async () => {
    const asked: unknown[] = []
    const { client } = fakeNode(({ params: [, block] }) => {
      asked.push(block)
      return bytes32(asked.length)
    })
    const view = { client, socket: zeroAddress, firstBlock: 0n, answers: new Map<string, Promise<unknown>>() }
    const call = { abi: socketAbi, address: zeroAddress, functionName: "proposalCount", args: [bytes32(1)] } as const
    const answers = []
    for (const more of [{ blockNumber: 7n }, { blockNumber: 7n, isPending: true }, { blockNumber: 7n }]) {
      answers.push(await askContract({ ...view, ...more }, call))
    }
    answers.push(await askContract({ ...view, isPending: false, answers: new Map() }, call))
    expect(answers).to.deep.equal([1n, 2n, 1n, 3n])
    expect(asked).to.deep.equal(["0x7", "pending", "latest"])
  })
})

describe("a contract that is not trusted", () => {
  const call = { abi: socketAbi, address: zeroAddress, functionName: "proposalCount", args: [bytes32(1)] } as const

  /** What is read of a contract whose call ends so. */
  async function ask(answer: unknown) {
    const { client } = fakeNode(() => answer)
    return await askContract({ client, socket: zeroAddress, firstBlock: 0n, answers: new Map() }, call)
  }
  const fails = (message: string, code = -32_000) => ask(nodeError(message, code))

  it("is not blamed for a node that fails", async () => {
    for (const says of ["connection refused", "missing trie node", "rate limit exceeded"]) {
      expect(String(await fails(says).catch((error: unknown) => error))).to.contain(says)
    }
    const error = Object.assign(new TypeError("no function"), { details: "invalid jump" })
    const bug = { request: () => Promise.reject(error) } as never
    const view = { client: bug, socket: zeroAddress, firstBlock: 0n, answers: new Map<string, Promise<unknown>>() }
    expect(String(await askContract(view, call).catch((error: unknown) => error))).to.contain("TypeError")
  })
})
