import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { describe, it } from "mocha"
import {
  createClient,
  custom,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
} from "viem"
import { getAbiItem } from "viem/utils"

import type { FollowedChain } from "#extras/watch/src/followChain.js"
import { readExport } from "#extras/watch/src/readExport.js"
import { packMessageId } from "#src/messaging/ids.js"
import { socketAbi } from "#src/messaging/index.js"
import { systemClock } from "#src/primitives/clock.js"
import { failure } from "#test/fixtures/failure.js"

const socket = `0x${"50".repeat(20)}` as const
const plug = `0x${"ab".repeat(20)}` as const
const word = (value: number) => numberToHex(value, { size: 32 })

/** A chain that has sent so many messages, one a block. */
function sendingChain(count: number): FollowedChain {
  const [event, { inputs }] = ["MessageOutbound" as const, getAbiItem({ abi: socketAbi, name: "MessageOutbound" })]
  const blockOf = (block: number) => ({
    ...{ number: numberToHex(block), hash: word(block + 1), parentHash: word(block), timestamp: numberToHex(block) },
  })
  const logOf = (block: number) => {
    const id = packMessageId({ srcChainSlug: 1, dstPlug: plug, counter: BigInt(block) })
    const fees = { switchboardFees: 1n, transmissionFees: 2n, executionFee: 2n ** 100n }
    const sent = [1, plug, 2, plug, id, 100_000n, word(0), word(0), "0x12", fees]
    return {
      ...{ address: socket, topics: encodeEventTopics({ abi: socketAbi, eventName: event }), logIndex: "0x0" },
      ...{ data: encodeAbiParameters(inputs, sent as never), blockNumber: numberToHex(block) },
      ...{ blockHash: word(block + 1), transactionHash: word(block), blockTimestamp: numberToHex(block) },
    }
  }
  const request = ({ method, params }: { method: string; params: readonly [unknown] }): Promise<unknown> => {
    if (method === "eth_getBlockByNumber")
      return Promise.resolve(blockOf(params[0] === "latest" ? count : Number(params[0])))
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    const [first, last] = [Math.max(1, Number(fromBlock)), Math.min(count, Number(toBlock))]
    return Promise.resolve(Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => logOf(first + index)))
  }
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  return {
    ...{ slug: 1, name: "alpha", client, socket, plugs: [plug], siblings: [], switchboards: [] },
    ...{ from: 0n, identity: "here", isLocal: true },
  }
}

const start = { seconds: 0, slug: -1, block: 0 }
const open = (signal: AbortSignal) =>
  readExport({ chains: [sendingChain(400)], start, finality: "latest", clock: systemClock, signal })

describe("an export of many messages", () => {
  it("gives each once and in order, with amounts that pass 64 bits, and lets other work have its turn", async () => {
    await using read = await open(new AbortController().signal)
    const blocks: unknown[] = []
    let turnedAt: number | undefined
    void setImmediate().then(() => (turnedAt = blocks.length))
    for await (const { fee, outboundBlock } of read.messages()) {
      expect(fee).to.equal(String(2n ** 100n + 3n))
      blocks.push(outboundBlock)
    }
    expect(blocks).to.deep.equal(Array.from({ length: 400 }, (_, index) => index + 1))
    expect(turnedAt).to.be.within(1, 399)
  })

  it("reads each chain again once all are read, up to what has been mined by then", async () => {
    const [fast, slow] = [sendingChain(3), sendingChain(0)]
    let mined = 0
    const after = (chain: FollowedChain, slug: number, name: string, asked: (method: string) => Promise<void>) => {
      const request = async (question: { readonly method: string; readonly params?: unknown }): Promise<unknown> => {
        await asked(question.method)
        const answer: unknown = await chain.client.request(question as never)
        const isHead = question.method === "eth_getBlockByNumber" && (question.params as unknown[])[0] === "latest"
        if (!isHead || slug !== 1) return answer
        const head = 3 + mined
        return { number: numberToHex(head), hash: word(head + 1), parentHash: word(head), timestamp: numberToHex(head) }
      }
      return { ...chain, slug, name, client: createClient({ transport: custom({ request }, { retryCount: 0 }) }) }
    }
    const chains = [
      after(fast, 1, "alpha", () => Promise.resolve()),
      after(slow, 2, "beta", async (method) => {
        if (method !== "eth_getLogs" || mined > 0) return
        // By then the other one is read.
        for (let turn = 0; turn < 50; turn += 1) await setImmediate()
        mined = 7
      }),
    ]
    const { signal } = new AbortController()
    const late = { ...start, seconds: 1_000 }
    await using read = await readExport({ chains, start: late, finality: "latest", clock: systemClock, signal })
    expect(read.chains.map(({ name, block }) => [name, block])).to.deep.equal([
      ["alpha", 10n],
      ["beta", 0n],
    ])
  })

  it("ends when it is interrupted in the middle", async () => {
    const interruption = new AbortController()
    await using read = await open(interruption.signal)
    const reading = read.messages()[Symbol.asyncIterator]()
    expect((await reading.next()).value).to.include({ outboundBlock: 1 })
    interruption.abort()
    expect((await failure(reading.next())).code).to.equal("ABORTED")
  })

  describe("and a destination that has executed some of them", () => {
    /** A chain with the logs of some executions, and what it is asked of messages, by their numbers. */
    function destination(executes: (number: number) => boolean, logged: readonly number[] = []) {
      const asked: (readonly [number: number, block: number])[] = []
      const request = ({ method, params }: { method: string; params: readonly unknown[] }): Promise<unknown> => {
        if (method === "eth_getBlockByNumber") {
          return Promise.resolve({ number: word(50), hash: word(51), parentHash: word(50), timestamp: "0x1" })
        }
        if (method === "eth_getLogs") return Promise.resolve(logged.map(executionLog))
        const [{ to, data }, block] = params as [{ to?: string; data: Hex }, Hex]
        // Where calls are made together, each is made again alone.
        if (to === undefined) return Promise.reject(new Error("not together"))
        const { args } = decodeFunctionData({ abi: socketAbi, data })
        const number = Number(BigInt(args[0] as Hex) % 2n ** 64n)
        asked.push([number, Number(block)])
        return Promise.resolve(word(executes(number) ? 1 : 0))
      }
      const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
      return { chain: { ...sendingChain(0), slug: 2, name: "beta", client, from: 3n }, asked }
    }
    const executionLog = (number: number) => ({
      ...{
        address: socket,
        topics: encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }),
        logIndex: "0x0",
      },
      ...{ data: packMessageId({ srcChainSlug: 1, dstPlug: plug, counter: BigInt(number) }), blockNumber: word(50) },
      ...{ blockHash: word(51), transactionHash: word(number), transactionIndex: "0x0", blockTimestamp: "0x1" },
    })
    const openWith = async (chain: FollowedChain, finality: "latest" | "safe" = "latest") => {
      const { signal } = new AbortController()
      await using read = await readExport({
        chains: [sendingChain(150), chain],
        start,
        finality,
        clock: systemClock,
        signal,
      })
      return read.chains.map(({ name, block }) => [name, block])
    }

    it("is refused where the destination has no log of it, which is asked of each in the block that was read", async () => {
      const whole = destination(() => false)
      expect(await openWith(whole.chain)).to.deep.equal([
        ["alpha", 150n],
        ["beta", 50n],
      ])
      expect(whole.asked.toSorted(([one], [other]) => one - other)).to.deep.equal(
        Array.from({ length: 150 }, (_, index) => [index + 1, 50]),
      )
      const logged = destination((number) => number === 7, [7])
      await openWith(logged.chain)
      expect(logged.asked.map(([number]) => number))
        .to.have.length(149)
        .and.not.include(7)
      const error = await failure(openWith(destination((number) => number === 150).chain))
      expect([error.code, error.facts["asked for"]]).to.deep.equal(["FALSE_LOGS", "blocks 3 to 50"])
    })

    it("is believed of blocks that are final, and says which node does not answer", async () => {
      const { chain, asked } = destination(() => true)
      await openWith(chain, "safe")
      expect(asked).to.deep.equal([])
      const silent = destination(() => {
        throw new Error("it is gone")
      })
      const error = await failure(openWith(silent.chain))
      expect([error.code, error.message.includes("of beta")]).to.deep.equal(["NODE_FAILED", true])
    })
  })
})
