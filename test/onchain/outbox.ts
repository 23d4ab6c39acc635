import { readdir } from "node:fs/promises"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import { defineChain, type Hex, keccak256, numberToHex, parseTransaction } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { openOutbox, type Outbox } from "#src/onchain/outbox.js"
import { systemClock } from "#src/primitives/clock.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const chain = defineChain({
  ...{ id: 41_001, name: "alpha", rpcUrls: { default: { http: [] } } },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
})
const signer = privateKeyToAccount(bytes32(1))
const transaction = { chainId: chain.id, to: at(0xa), data: "0xda", value: 5n } as const

type Sent = { readonly nonce: number; readonly hash: Hex; readonly to: Hex; readonly input: Hex; readonly value: Hex }

/** A node that mines at once, and can take a transaction, or not, and fail. */
function createNode() {
  const mined: Sent[] = []
  const node = {
    mined,
    fails: undefined as "before" | "after" | undefined,
    lag: 0,
    status: "0x1",
    version: "Geth/v1.15.0",
  }
  const take = (one: Sent): Hex => {
    if (node.fails === "before") throw new Error("the connection broke")
    if (one.nonce < mined.length) throw nodeError("nonce too low")
    mined.push(one)
    if (node.fails === "after") throw new Error("the connection broke")
    return one.hash
  }
  const shown = (one: Sent) => ({
    ...{ ...one, nonce: numberToHex(one.nonce), from: signer.address, type: "0x0", gas: "0x1", gasPrice: "0x1" },
    blockNumber: numberToHex(one.nonce + 1),
  })
  const header = { baseFeePerGas: "0x64", timestamp: "0x1", hash: bytes32(9) }
  const { client } = fakeNode(
    {
      eth_chainId: numberToHex(chain.id),
      web3_clientVersion: () => node.version,
      eth_blockNumber: () => numberToHex(mined.length),
      eth_getBlockByNumber([block]: [Hex | "latest" | "pending"]) {
        const number = block.startsWith("0x") ? Number(block) : mined.length
        return { ...header, number: numberToHex(number), transactions: mined.slice(number - 1, number).map(shown) }
      },
      eth_feeHistory: {
        baseFeePerGas: ["0x64", "0x64"],
        reward: [["0x1"]],
        gasUsedRatio: [0],
        oldestBlock: "0x1",
      },
      eth_maxPriorityFeePerGas: "0x3",
      eth_estimateGas: "0x3e8",
      eth_getTransactionCount: ([, block]: [Hex, Hex | "pending"]) =>
        numberToHex(block.startsWith("0x") ? Number(block) : mined.length - node.lag),
      eth_getTransactionByHash: ([hash]: [Hex]) => mined.filter((one) => one.hash === hash).map(shown)[0] ?? null,
      eth_getTransactionReceipt: ([hash]: [Hex]) =>
        mined.some((one) => one.hash === hash)
          ? { transactionHash: hash, blockNumber: "0x1", status: node.status, logs: [] }
          : null,
      eth_sendRawTransaction([raw]: [Hex]) {
        const { nonce = 0, to, data, value = 0n } = parseTransaction(raw)
        return take({ nonce, hash: keccak256(raw), to: to!, input: data ?? "0x", value: numberToHex(value) })
      },
      eth_sendTransaction: ([{ nonce, to, data, value }]: [{ nonce: Hex; to: Hex; data: Hex; value: Hex }]) =>
        take({ nonce: Number(nonce), hash: bytes32(0x100 + mined.length), to, input: data, value }),
    },
    { chain },
  )
  return Object.assign(node, { client })
}

describe("openOutbox", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    temporary = await temporaryFolder()
  })
  afterEach(() => temporary[Symbol.asyncDispose]())

  type Node = ReturnType<typeof createNode>
  const accounts = [signer, { type: "json-rpc", address: signer.address }] as const

  /** One run of a command, which ends with its process. */
  async function run<T>(
    { client }: Node,
    account: (typeof accounts)[number],
    work: (outbox: Outbox, send: () => Promise<Hex>) => Promise<T>,
    command: readonly unknown[] = ["send", 5n],
  ): Promise<T> {
    const folder = temporary.path
    await using outbox = await openOutbox({
      ...{ folder, command, account, publicClient: client, chainId: chain.id, clock: systemClock },
      key: () => Promise.resolve(Buffer.alloc(32, 1)),
    })
    const sender = {
      account,
      publicClient: client,
      walletClient: client,
      call: { address: at(0xa), functionName: "go" },
    }
    return await work(outbox, () => outbox.send(sender, transaction))
  }

  it("finds what a run has sent that ended before its receipt, before its end was shown, or as it was sent", async () => {
    for (const account of accounts) {
      const node = createNode()
      const hash = await run(node, account, (_, send) => send())
      const found: Hex[] = []
      const settle = () => run(node, account, (outbox) => outbox.settle({ onFound: (sent) => void found.push(sent) }))
      const [first, again] = [await settle(), await settle()]
      expect([first?.hash, first?.transaction, again?.hash, found]).to.deep.equal([
        hash,
        transaction,
        hash,
        [hash, hash],
      ])
      await run(node, account, (outbox) => outbox.forget())
      expect(await run(node, account, (outbox) => outbox.settle())).to.equal(undefined)

      node.fails = "after"
      const late = await run(node, account, (_, send) => send())
      expect(late).to.equal(node.mined[1]?.hash)
      expect((await run(node, account, (outbox) => outbox.settle()))?.hash).to.equal(late)
      expect(node.mined).to.have.length(2)
      await run(node, account, (outbox) => outbox.forget())
    }
  })

  it("sends what an earlier run has written down and not sent with the same nonce, or not at all", async () => {
    for (const account of accounts) {
      const node = createNode()
      node.fails = "before"
      expect((await failure(run(node, account, (_, send) => send()))).code).to.equal("NOT_SUBMITTED")
      node.fails = undefined
      const settled = await run(node, account, async (outbox, send) => [
        await outbox.settle(),
        await send(),
        await send(),
      ])
      expect([settled[0], node.mined.map(({ nonce }) => nonce)]).to.deep.equal([undefined, [0, 1]])

      await run(node, account, (outbox) => outbox.forget())
      node.fails = "before"
      await failure(run(node, account, (_, send) => send()))
      node.fails = undefined
      const meanwhile = run(node, account, async (outbox, send) => {
        await outbox.settle()
        // A copy of it comes through late.
        node.mined.push({ nonce: 2, hash: bytes32(7), to: transaction.to, input: "0xda", value: "0x5" })
        return await send()
      })
      expect((await failure(meanwhile)).code).to.equal("SUBMISSION_UNCLEAR")
      expect(node.mined).to.have.length(3)
      await run(node, account, (outbox) => outbox.forget())
    }
  })

  it("takes another nonce where another transaction of the account was mined with the one that was written down", async () => {
    const node = createNode()
    node.fails = "before"
    await failure(run(node, signer, (_, send) => send()))
    node.fails = undefined
    node.mined.push({ nonce: 0, hash: bytes32(7), to: at(0xb), input: "0x", value: "0x0" })
    await run(node, signer, async (outbox, send) => [await outbox.settle(), await send()])
    expect(node.mined.map(({ nonce, to }) => [nonce, to.toLowerCase()])).to.deep.equal([
      [0, at(0xb).toLowerCase()],
      [1, at(0xa).toLowerCase()],
    ])
  })

  it("sends nothing where the account's next nonce is lower than that of what it had not sent, unless a test set the chain back", async () => {
    const node = createNode()
    for (const nonce of [0, 1]) node.mined.push({ nonce, hash: bytes32(7), to: at(0xb), input: "0x", value: "0x0" })
    node.fails = "before"
    await failure(run(node, signer, (_, send) => send()))
    node.fails = undefined
    node.mined.pop()
    const again = () => run(node, signer, async (outbox, send) => [await outbox.settle(), await send()])
    const error = await failure(again())
    expect([error.code, node.mined.length]).to.deep.equal(["SUBMISSION_UNCLEAR", 1])
    node.version = "anvil/v1.0.0"
    await again()
    expect(node.mined.map(({ nonce }) => nonce)).to.deep.equal([0, 1])
  })

  it("reads the nonce anew, once, where a replica that lags gave one that is taken", async () => {
    const node = createNode()
    node.mined.push({ nonce: 0, hash: bytes32(7), to: at(0xb), input: "0x", value: "0x0" })
    node.lag = 1
    await run(node, signer, (_, send) => send())
    expect(node.mined.map(({ nonce }) => nonce)).to.deep.equal([0, 1])
  })

  it("keeps a file for each command, which no other command reads, and says that what was sent has reverted", async () => {
    const node = createNode()
    await run(node, signer, (_, send) => send())
    expect(await run(node, signer, (outbox) => outbox.settle(), ["send", 6n])).to.equal(undefined)
    node.status = "0x0"
    const { receipt } = (await run(node, signer, (outbox) => outbox.settle()))!
    expect(receipt.status).to.equal("reverted")
    expect(await readdir(temporary.path)).to.have.length(1)
  })
})
