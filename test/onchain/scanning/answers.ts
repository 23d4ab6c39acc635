import { expect } from "chai"
import { describe, it } from "mocha"
import { HttpRequestError, numberToHex, pad, RpcRequestError } from "viem"

import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import { createNewLogsCheck } from "#src/onchain/scanning/createNewLogsCheck.js"
import { type Finality, isHash, isQuantity, readBlock, readHead } from "#src/onchain/scanning/LogPosition.js"
import { readLogs } from "#src/onchain/scanning/readLogs.js"
import { isUnreachable, requestWithRetries } from "#src/onchain/scanning/requestWithRetries.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { fakeNode, inTurn } from "#test/fixtures/nodes/fakeNode.js"

const hash = (number: number) => pad(numberToHex(number), { size: 32 })
const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

/** A client of a node that gives one answer after the other, the last one again and again. */
function node(...answers: unknown[]) {
  const { client, questions: asked } = fakeNode(inTurn(...answers))
  return { client, asked }
}

/** The code of the error that work of a node ends with; `undefined` if it ends well. */
async function codeOf(work: (clock: ReturnType<typeof createManualClock>) => Promise<unknown>): Promise<unknown> {
  const clock = createManualClock()
  return await clock.run(
    work(clock).then(
      () => undefined,
      (error: unknown) => (isPlugsError(error) ? error.code : (error as Error).name),
    ),
  )
}

describe("a list of logs", () => {
  const log = {
    ...{ address, topics: [hash(1)], data: "0x", blockNumber: "0x5", blockHash: hash(5), transactionHash: hash(6) },
    ...{ logIndex: "0x0", removed: false, transactionIndex: "0x0" },
  }
  const filter = { address: [address], topics: [hash(1), hash(2)] } as const
  const range = { fromBlock: 5n, toBlock: 9n } as const
  const read = (answer: unknown, asked: Partial<Parameters<typeof readLogs>[1]> = {}) =>
    codeOf((clock) => readLogs(node(answer).client, { ...filter, ...asked }, range, { clock }))

  it("is asked for by contracts and events, up to a block or to the newest", async () => {
    const { client, asked } = node([])
    const patience = { clock: createManualClock() }
    await readLogs(client, filter, range, patience)
    await readLogs(client, { ...filter, address: undefined }, { fromBlock: 0n, toBlock: "latest" }, patience)
    expect(asked.map(({ params }) => params)).to.deep.equal([
      [{ fromBlock: "0x5", toBlock: "0x9", topics: [[hash(1), hash(2)]], address: [address] }],
      [{ fromBlock: "0x0", toBlock: "latest", topics: [[hash(1), hash(2)]] }],
    ])
  })

  it("is in the order of the chain, whatever that of the answer is", async () => {
    const at = (block: number, index: number) => ({
      ...{ ...log, blockNumber: numberToHex(block), blockHash: hash(block), logIndex: numberToHex(index) },
      address: index % 2 === 0 ? address.toLowerCase() : address,
    })
    const sorted = [at(5, 0), at(5, 16), at(6, 2), at(9, 1)]
    const { client } = node([sorted[3], sorted[1], sorted[2], sorted[0]])
    const { logs, weight } = await readLogs(client, filter, range, { clock: createManualClock() })
    expect(logs).to.deep.equal(sorted)
    expect(weight).to.equal(4 * 502)
  })

  it("is taken in the form of the standard alone", async () => {
    expect(await read([log])).to.equal(undefined)
    expect(await read([{ ...log, topics: [hash(2), hash(3), hash(3), hash(3)] }])).to.equal(undefined)
    for (const answer of [null, {}, "0x", [null], [5], [log, undefined]]) {
      expect(await read(answer), JSON.stringify(answer)).to.equal("NODE_FAILED")
    }
    const wrong: Readonly<Record<string, readonly unknown[]>> = {
      address: [undefined, 5, "0x12", `${address}00`],
      topics: [undefined, "0x", [hash(1), 5], [hash(1), "0x12"], [1, 2, 3, 4, 5].map(() => hash(1))],
      data: [undefined, "", "12", 5],
      blockNumber: [undefined, null, 5, "0x", "5"],
      logIndex: [undefined, null, 0, "0x", "0"],
      blockHash: [undefined, null, "0x12", `${hash(5)}00`],
      transactionHash: [undefined, null, "0x12", hash(5).slice(2)],
    }
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        expect(await read([{ ...log, [name]: value }]), `${name} ${String(value)}`).to.equal("NODE_FAILED")
      }
    }
  })

  it("holds nothing that was not asked for", async () => {
    const inBlock = (block: number) => ({ ...log, blockNumber: numberToHex(block), blockHash: hash(block) })
    for (const block of [5, 9]) expect(await read([inBlock(block)])).to.equal(undefined)
    for (const block of [4, 10]) expect(await read([inBlock(block)])).to.equal("FALSE_LOGS")
    expect(await read([{ ...log, topics: [] }])).to.equal("FALSE_LOGS")
    expect(await read([{ ...log, address: other }])).to.equal("FALSE_LOGS")
    expect(await read([{ ...log, address: other }], { address: undefined })).to.equal(undefined)
    expect(await read([log, { ...log, logIndex: "0x1", blockHash: hash(4) }])).to.equal("FALSE_LOGS")
    expect(await read([log, { ...log, logIndex: "0x0" }])).to.equal("FALSE_LOGS")
    // Numbers of logs begin anew in each block.
    expect(await read([log, inBlock(6)])).to.equal(undefined)
  })

  it("has 16 million characters at most", async () => {
    const data = (length: number) => `0x${"0".repeat(length - 2)}`
    expect(await read([{ ...log, data: data(16_000_000 - 500) }])).to.equal(undefined)
    expect(await read([{ ...log, data: data(16_000_000 - 499) }])).to.equal("NODE_FAILED")
  })
})

describe("a block", () => {
  const block = (number: number) => ({
    ...{ number: numberToHex(number), hash: hash(number), parentHash: hash(number + 90), timestamp: "0x64" },
  })
  const read = (answer: unknown, which: bigint | string = 7n) =>
    codeOf((clock) => readBlock(node(answer).client, which, { clock }))

  it("is the one that was asked for, in the form of the standard", async () => {
    const { client, asked } = node(block(7))
    expect(await readBlock(client, 7n, { clock: createManualClock() })).to.deep.equal({
      ...{ blockNumber: 7n, blockHash: hash(7), parentHash: hash(97), timestamp: 100n },
    })
    expect(asked[0]?.params).to.deep.equal(["0x7", false])
    expect([await read(block(8), "latest"), await read(block(8)), await read(block(6))]).to.deep.equal([
      ...[undefined, "NODE_FAILED", "NODE_FAILED"],
    ])
    for (const name of ["number", "hash", "parentHash", "timestamp"]) {
      for (const which of [7n, "latest"]) {
        for (const value of [undefined, null, "0x", 7, `0x${"0".repeat(65)}`]) {
          expect(await read({ ...block(7), [name]: value }, which), `${name} ${String(value)}`).to.equal("NODE_FAILED")
        }
      }
    }
    expect(await readBlock(node(null).client, 7n, { clock: createManualClock() })).to.equal(undefined)
  })

  it("has numbers of one to 64 digits, and hashes of 64", () => {
    expect(["0x", "0x0", `0x${"f".repeat(64)}`, `0x${"f".repeat(65)}`].map(isQuantity)).to.deep.equal([
      ...[false, true, true, false],
    ])
    expect([62, 64, 66].map((digits) => isHash(`0x${"f".repeat(digits)}`))).to.deep.equal([false, true, false])
  })

  it("counts once it has so many above it, and the first one with as many as that", async () => {
    const numbers = async (newest: number, finality: Finality) => {
      const { client, asked } = node(block(newest), block(Math.max(0, newest - 2)))
      await readHead(client, finality, { clock: createManualClock() })
      return asked.map(({ params }) => params[0])
    }
    expect(await numbers(9, 2)).to.deep.equal(["latest", "0x7"])
    expect(await numbers(2, 2)).to.deep.equal(["latest", "0x0"])
    expect(await numbers(1, 2)).to.deep.equal(["latest"])
    expect(await numbers(9, 0)).to.deep.equal(["latest"])
    for (const name of ["latest", "safe", "finalized"] as const) expect(await numbers(9, name)).to.deep.equal([name])
  })

  it("is one that every chain has as its newest, and need not have as one that is final", async () => {
    const head = (finality: Finality) => codeOf((clock) => readHead(node(null).client, finality, { clock }))
    expect([await head("latest"), await head(2), await head("safe"), await head("finalized")]).to.deep.equal([
      ...["NODE_FAILED", "NODE_FAILED", undefined, undefined],
    ])
  })
})

describe("a node that is asked patiently", () => {
  const limit = (headers?: Headers, status = 429) =>
    new HttpRequestError({ url: "http://node", status, ...(headers && { headers }) })
  const rpc = (code: number, message: string) =>
    new RpcRequestError({ body: {}, url: "http://node", error: { code, message } })

  /** How long it was waited for. */
  async function sleeps(...answers: unknown[]): Promise<number[]> {
    const clock = createManualClock()
    const { client } = node(...answers)
    await clock.run(requestWithRetries(client, { method: "eth_chainId" }, { clock }).catch(() => undefined))
    return clock.sleeps.filter((ms) => ms !== 10_000)
  }

  it("is asked again if it limits the rate, in whatever way it says so", async () => {
    for (const error of [
      ...[limit(), rpc(429, "no"), rpc(-32_005, "rate limit exceeded"), rpc(1, "ratelimited"), rpc(1, "Rate-limit")],
      ...[rpc(1, "Too Many Requests"), rpc(1, "5 requests per second"), rpc(1, "1 request per minute")],
      ...[rpc(1, "over 25/second"), rpc(1, "out of compute units")],
    ]) {
      expect(await sleeps(error, "0x1"), error.message).to.deep.equal([1_000])
    }
    for (const error of [limit(undefined, 500), rpc(-32_000, "no"), new Error("rate")]) {
      expect(await sleeps(error, "0x1"), error.message).to.deep.equal([])
    }
  })

  it("is asked six times, after as long as it asks for or twice as long each time, half a minute at most", async () => {
    expect(await sleeps(limit())).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000])
    const after = (seconds: number) => limit(new Headers({ "retry-after": String(seconds) }))
    expect(await sleeps(after(0), after(1), after(9), "0x1")).to.deep.equal([1_000, 2_000, 9_000])
    expect(await sleeps(after(30), "0x1")).to.deep.equal([30_000])
    expect(await sleeps(after(31), "0x1")).to.deep.equal([])
  })

  it("is unreachable only if nothing answered", () => {
    const none = new HttpRequestError({ url: "http://node", details: "fetch failed" })
    expect([none, limit(undefined, 503), rpc(1, "no"), new Error("fetch failed")].map(isUnreachable)).to.deep.equal([
      ...[true, false, false, false],
    ])
  })
})

describe("a call that can be made with others", () => {
  const call = { to: address, data: "0x1234" }

  /** How often the node was asked for two of them: where they give nothing together, each is made alone. */
  async function requests(method: string, params: unknown): Promise<number> {
    const { client, asked } = node("0x")
    const batching = batchCalls(client)
    await Promise.allSettled([1, 2].map(() => batching.request({ method, params } as never)))
    expect(asked.at(-1)).to.deep.include({ method, params: params ?? [] })
    return asked.length
  }

  it("is one that is the same whoever makes it, in a block with a number or in the newest", async () => {
    for (const block of ["latest", "pending", "0x7"]) {
      expect(await requests("eth_call", [call, block]), block).to.equal(3)
      expect(await requests("eth_call", [{ ...call, gas: "0x5208" }, block]), block).to.equal(3)
    }
  })

  it("is none that has a sender, a value, no contract, no data or another block", async () => {
    for (const params of [
      ...[{ ...call, from: other }, { ...call, value: "0x1" }, { to: address }, { data: "0x1234" }, {}].map((asked) => [
        ...[asked, "latest"],
      ]),
      ...[[call, "safe"], [call], [call, "latest", {}], undefined],
    ]) {
      expect(await requests("eth_call", params), JSON.stringify(params)).to.equal(2)
    }
    expect(await requests("eth_estimateGas", [call, "latest"])).to.equal(2)
  })
})

describe("a look at a chain on which nothing happens", () => {
  const position = { blockNumber: 7n, blockHash: hash(7) }

  function look(...answers: unknown[]) {
    const { client, asked } = node(...answers)
    const idle = createNewLogsCheck(client, { address: [address], topics: [hash(1)] })
    const clock = createManualClock()
    const looks = async (count: number): Promise<string> => {
      let seen = ""
      for (let done = 0; done < count; done += 1)
        seen += (await clock.run(idle.isIdle(position, { clock }))) ? "+" : "-"
      return seen
    }
    const calm = (scans: number): void => {
      for (let scan = 0; scan < scans; scan += 1) idle.note(0)
    }
    return { idle, looks, calm, asked, clock }
  }

  it("is enough once 24 scans found nothing, for 23 looks between two scans", async () => {
    const { idle, looks, calm, asked, clock } = look([])
    calm(23)
    expect(await looks(2)).to.equal("--")
    calm(1)
    expect(await looks(25)).to.equal(`${"+".repeat(23)}--`)
    expect([asked.length, asked[0]?.params]).to.deep.equal([
      23,
      [{ fromBlock: "0x8", toBlock: "latest", topics: [[hash(1)]], address: [address] }],
    ])
    calm(1)
    expect(await looks(1)).to.equal("+")
    expect(await idle.isIdle(undefined, { clock })).to.equal(false)
    idle.note(1)
    calm(23)
    expect(await looks(1)).to.equal("-")
  })

  it("is not where there is a log", async () => {
    const log = { address, topics: [hash(1)], data: "0x", blockNumber: "0x8", blockHash: hash(8), logIndex: "0x0" }
    const { looks, calm } = look([{ ...log, transactionHash: hash(6) }], [])
    calm(24)
    expect(await looks(2)).to.equal("-+")
  })

  it("is refused half as often after the node had refused one, and every time after it refused the first", async () => {
    const failed = new Error("range too long")
    const { looks, calm } = look([], [], [], [], [], [], failed, [])
    calm(24)
    expect(await looks(7)).to.equal("++++++-")
    calm(1)
    // Seven were too many: the third is refused without asking.
    expect(await looks(4)).to.equal("++--")
    const none = look(failed, [])
    none.calm(24)
    expect(await none.looks(3)).to.equal("---")
    expect(none.asked).to.have.length(1)
  })

  it("ends with its signal", async () => {
    const { idle, calm, clock } = look([])
    calm(24)
    const signal = AbortSignal.abort()
    expect(await codeOf(() => idle.isIdle(position, { clock, signal }))).to.equal("ABORTED")
  })
})
