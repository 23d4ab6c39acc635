import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import { NotMinedError, type TooFewConfirmationsError } from "#src/onchain/transactionErrors.js"
import { waitForReceipt } from "#src/onchain/waitForReceipt.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode, inTurn, nodeError } from "#test/fixtures/nodes/fakeNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const hash = bytes32(0x5e47)
const mined = { transactionHash: hash, status: "0x1", blockNumber: "0x2", blockHash: bytes32(2), logs: [] }
const away = nodeError("connection refused")

/** Creates a client of a node that gives these answers in turn, and then the last one repeatedly. */
const clientOf = (...answers: unknown[]) => fakeNode(inTurn(...answers), { pollingInterval: 1_000 })

const stranger = "0x00000000000000000000000000000000000000f0"

/** A node with one pending transaction of an account that has sent seven others, which does one step before each look for a receipt. */
function nodeOfAccount() {
  type Mined = { block: number; to: string; input: string; value: string }
  const [nonce, own] = ["0x7", { to: stranger, input: "0x12", value: "0x3" }]
  const node = {
    steps: [] as (() => unknown)[],
    methods: [] as string[],
    head: 4,
    mined: new Map<string, Mined>(),
    pending: new Set<string>([hash]),
    /** Whether it has blocks and shows no receipts of them yet. */
    isReceiptKept: false,
    isSilent: false,
    mine(which: string, block: number, does = own) {
      node.mined.set(which, { block, ...does })
      node.head = Math.max(node.head, block)
    },
  }
  const shown = (which: string, { block, ...does }: Omit<Mined, "block"> & { block?: number }) => ({
    ...{ hash: which, nonce, from: account, ...does, type: "0x0", gas: "0x1", gasPrice: "0x1" },
    ...{ blockNumber: block === undefined ? null : numberToHex(block), blockHash: null, transactionIndex: null },
  })
  const answer = (method: string, params: readonly unknown[]): unknown => {
    const at = params.at(-1)
    const upTo = at === "latest" ? node.head : Number(at)
    const isUsed = [...node.mined.values()].some(({ block }) => block <= upTo)
    const found = node.mined.get(String(params[0]))
    switch (method) {
      case "eth_blockNumber":
        return numberToHex(node.head)
      case "eth_getTransactionCount":
        return isUsed ? "0x8" : nonce
      case "eth_getTransactionByHash":
        if (found !== undefined) return shown(String(params[0]), found)
        return node.pending.has(String(params[0])) ? shown(String(params[0]), own) : null
      case "eth_getBlockByNumber": {
        const here = [...node.mined].filter(([, { block }]) => block === Number(params[0]))
        return { number: params[0], transactions: here.map(([which, does]) => shown(which, does)) }
      }
      default:
        if (found === undefined || node.isReceiptKept) return null
        return { ...mined, transactionHash: params[0], blockNumber: numberToHex(found.block) }
    }
  }
  const { client } = fakeNode(
    ({ method, params }) => {
      node.methods.push(method)
      if (method === "eth_getTransactionReceipt") node.steps.shift()?.()
      return node.isSilent ? away : answer(method, params)
    },
    { pollingInterval: 1_000 },
  )
  return Object.assign(node, { client })
}

describe("waitForReceipt", () => {
  it("polls at the client's own interval until the transaction is mined", async () => {
    const clock = createManualClock()
    const started = clock.now()
    const { client, asked: methods } = clientOf(null, null, mined)
    const receipt = await clock.run(waitForReceipt(client, { hash, timeout: 60_000, clock }))
    expect(receipt).to.include({ status: "success", transactionHash: hash, blockNumber: 2n })
    expect(clock.now() - started).to.equal(2_000)
    expect(methods).to.deep.equal(Array(3).fill("eth_getTransactionReceipt"))
  })

  it("leaves a pause even if the client's interval is zero", async () => {
    const clock = createManualClock()
    const { client, asked: methods } = clientOf(null)
    const hasty = { ...client, pollingInterval: 0 }
    expect(await clock.run(rejection(waitForReceipt(hasty, { hash, timeout: 5, clock })))).to.be.instanceOf(
      NotMinedError,
    )
    expect(methods).to.have.length(5)
  })

  it("retries while the node is unreachable, because the transaction is already submitted", async () => {
    const clock = createManualClock()
    const { client } = clientOf(away, away, mined)
    const receipt = await clock.run(waitForReceipt(client, { hash, timeout: 60_000, clock }))
    expect(receipt.status).to.equal("success")
  })

  it("ends at its deadline with the hash and the node's last answer, and sends nothing afterwards", async () => {
    for (const [answer, reason] of [
      [null, /could not be found/],
      [away, /connection refused/],
      [new Promise<never>(() => undefined), /did not answer/],
    ] as const) {
      const clock = createManualClock()
      const started = clock.now()
      const { client, asked: methods } = clientOf(answer)
      const error = await clock.run(rejection(waitForReceipt(client, { hash, timeout: 5_500, clock })))
      expect(error).to.be.instanceOf(NotMinedError)
      expect((error as NotMinedError).hash).to.equal(hash)
      expect((error as NotMinedError).facts["reason"]).to.match(reason)
      expect(clock.now() - started).to.equal(5_500)
      const before = methods.length
      await clock.advance(60_000)
      expect(methods).to.have.length(before)
      expect(clock.sleepers, "nothing keeps a script alive").to.equal(0)
    }
  })

  it("waits for more confirmations than one, again where a reorg takes the block, and no longer than its deadline", async () => {
    const clock = createManualClock()
    const node = nodeOfAccount()
    const waiting = clock.run(waitForReceipt(node.client, { hash, timeout: 60_000, confirmations: 3, clock }))
    const confirmed = waiting.then(({ blockNumber }) => blockNumber)
    // One step of the node for each look.
    node.steps.push(
      () => {
        node.mine(hash, 5)
      },
      () => (node.head = 6),
      () => {
        node.mined.clear()
      },
      () => {
        node.mine(hash, 7)
      },
      () => (node.head = 9),
    )
    expect(await confirmed).to.equal(7n)

    const late = createManualClock()
    const slow = nodeOfAccount()
    slow.mine(hash, 5)
    const tooFew = late.run(
      rejection(waitForReceipt(slow.client, { hash, timeout: 5_000, confirmations: 2, clock: late })),
    )
    expect(await tooFew).to.deep.include({ code: "TOO_FEW_CONFIRMATIONS", hash })
    expect(((await tooFew) as TooFewConfirmationsError).facts["confirmations"]).to.equal("1 of 2")
  })

  describe("where another transaction is mined with the same nonce", () => {
    const transaction = { chainId: 1, to: stranger, data: "0x12", value: 3n } as const
    const other = bytes32(0x07e)

    /** Waits on a node that mines another transaction in block 6, once the first one was seen pending. */
    async function replaceWith(does: { to: string; input: string; value: string }) {
      const clock = createManualClock()
      const started = clock.now()
      const node = nodeOfAccount()
      node.steps.push(
        () => undefined,
        () => {
          node.pending.clear()
          node.mine(other, 6, does)
        },
      )
      const replaced: string[] = []
      const onReplaced = (by: string) => void replaced.push(by)
      const options = { hash, timeout: 60_000, transaction, onReplaced, clock }
      const ended = await clock.run(
        waitForReceipt(node.client, options).then(
          ({ transactionHash }) => transactionHash,
          (error: unknown) => error,
        ),
      )
      return { ended, replaced, waited: clock.now() - started }
    }

    it("goes on with one that does the same, and says so", async () => {
      const { ended, replaced } = await replaceWith({ to: stranger, input: "0x12", value: "0x3" })
      expect(ended).to.equal(other)
      expect(replaced).to.deep.equal([other])
    })

    it("ends long before the deadline where it does something else, with its hash", async () => {
      for (const does of [
        { to: account, input: "0x12", value: "0x3" },
        { to: stranger, input: "0x", value: "0x3" },
        { to: stranger, input: "0x12", value: "0x0" },
      ]) {
        const { ended, replaced, waited } = await replaceWith(does)
        expect(ended).to.deep.include({ code: "TRANSACTION_REPLACED", hash, replacedBy: other })
        expect(replaced).to.deep.equal([])
        expect(waited).to.be.below(10_000)
      }
    })

    it("does not take the transaction's own block for another's, nor a node that does not answer", async () => {
      const clock = createManualClock()
      const node = nodeOfAccount()
      node.steps.push(
        () => undefined,
        () => {
          node.mine(hash, 6)
          node.isReceiptKept = true
        },
        ...[1, 2, 3].map(() => () => undefined),
        () => (node.isSilent = true),
        ...[1, 2, 3].map(() => () => undefined),
        () => {
          node.isSilent = false
          node.isReceiptKept = false
        },
      )
      const replaced: string[] = []
      const options = { timeout: 60_000, transaction, clock, onReplaced: (by: string) => void replaced.push(by) }
      const receipt = await clock.run(waitForReceipt(node.client, { hash, ...options }))
      expect(receipt.transactionHash).to.equal(hash)
      expect(node.methods).to.include("eth_getBlockByNumber")
      expect(replaced).to.deep.equal([])
    })

    it("asks for it at most every two seconds, and not at all where it is mined at once", async () => {
      const clock = createManualClock()
      const node = nodeOfAccount()
      const options = { hash, timeout: 10_000, transaction, clock }
      await clock.run(rejection(waitForReceipt({ ...node.client, pollingInterval: 250 }, options)))
      const asked = node.methods.filter((method) => method !== "eth_getTransactionReceipt")
      expect(asked.length).to.be.within(4, 8)
      const mining = nodeOfAccount()
      mining.mine(hash, 5)
      await clock.run(waitForReceipt(mining.client, options))
      expect(mining.methods).to.deep.equal(["eth_getTransactionReceipt"])
    })
  })

  it("ends at once on its signal", async () => {
    const clock = createManualClock()
    const stop = new AbortController()
    const { client } = clientOf(null)
    const wait = rejection(waitForReceipt(client, { hash, timeout: 60_000, clock, signal: stop.signal }))
    await clock.advance(1_500)
    stop.abort()
    expect(await wait).to.include({ code: "ABORTED" })
    expect(clock.sleepers).to.equal(0)
  })
})
