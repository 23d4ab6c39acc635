import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { HttpRequestError } from "viem"

import { createLogScanner, type LogScanner } from "#src/onchain/scanning/createLogScanner.js"
import type { Finality, LogPosition } from "#src/onchain/scanning/LogPosition.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import {
  countedEvents,
  counter,
  createLogChain,
  type LogChain,
  type NodeMood,
  rangeOf,
} from "#test/fixtures/nodes/logChain.js"

type Scan = { from?: bigint | LogPosition; finality?: Finality; maxBlocks?: bigint }

/** Scans a chain, and keeps the numbers that count as a consumer does. */
function scan(chain: LogChain, mood: NodeMood = {}, options: Scan = {}) {
  const { client, asked } = chain.node(mood)
  const clock = createManualClock()
  const scanner: LogScanner<typeof countedEvents> = createLogScanner(client, {
    address: [counter],
    events: countedEvents,
    from: 0n,
    clock,
    ...options,
  })
  const seen: { block: bigint; number: number }[] = []
  const reorgs: bigint[] = []
  const step = async () => {
    const part = await clock.run(scanner.next())
    const { reorgedFrom } = part
    if (reorgedFrom !== undefined) {
      reorgs.push(reorgedFrom)
      seen.splice(0, seen.length, ...seen.filter(({ block }) => block < reorgedFrom))
    }
    seen.push(...part.logs.map(({ blockNumber, args }) => ({ block: blockNumber, number: Number(args.number) })))
    return part
  }
  const catchUp = async () => {
    let part = await step()
    while (!part.isCaughtUp) part = await step()
    return part
  }
  const ranges = () => asked.flatMap((question) => rangeOf(question) ?? [])
  return { asked, clock, reorgs, step, catchUp, ranges, numbers: () => seen.map(({ number }) => number) }
}

/** A chain of so many blocks, with a log in every tenth. */
function longChain(length: number): LogChain {
  const chain = createLogChain()
  for (let block = 1; block < length; block += 1) chain.mine(...(block % 10 === 0 ? [block] : []))
  return chain
}

const limited = (most: () => number): NodeMood => ({
  before: (question) => {
    if ((rangeOf(question)?.blocks ?? 0) > most()) throw new Error("block range is too large")
  },
})

describe("createLogScanner", () => {
  it("reads every log once and in order, and asks for the head alone where nothing was mined", async () => {
    const chain = longChain(4_500)
    const { catchUp, numbers, asked, ranges } = scan(chain)
    const { position, head } = await catchUp()
    expect(numbers()).to.deep.equal(chain.numbers())
    expect([position?.blockNumber, head, position?.blockHash]).to.deep.equal([
      4_499n,
      4_499n,
      chain.blocks[4_499]?.hash,
    ])
    expect(ranges().map(({ from, to }) => [from, to])).to.deep.equal([
      [0, 1_999],
      [2_000, 4_499],
    ])
    const before = asked.length
    await catchUp()
    expect(asked.length - before).to.equal(1)
    chain.mine(7, 8)
    await catchUp()
    expect(asked.length - before).to.equal(3)
    expect(numbers()).to.deep.equal(chain.numbers())
  })

  it("goes on where an earlier scan ended, also if the chain has replaced that block", async () => {
    const chain = longChain(50)
    const { position } = await scan(chain).catchUp()
    chain.mine(1, 2)
    const on = scan(chain, {}, { from: position! })
    await on.catchUp()
    expect([on.numbers(), on.reorgs]).to.deep.equal([[1, 2], []])
    chain.reorg(12, [3], [4])
    for (let block = 0; block < 12; block += 1) chain.mine()
    const again = scan(chain, {}, { from: position! })
    await again.catchUp()
    expect([again.numbers(), again.reorgs]).to.deep.equal([chain.numbers(), [0n]])
  })

  it("reads the last 1,024 blocks again where the chain has replaced the block in which an earlier scan ended", async () => {
    for (const [ended, first] of [
      [2_000, 976n],
      [1_025, 1n],
      [1_024, 0n],
      [1_000, 0n],
    ] as const) {
      const chain = longChain(ended + 1)
      const position = { blockNumber: BigInt(ended), blockHash: chain.blocks[ended - 1]!.hash }
      const { catchUp, reorgs, ranges } = scan(chain, {}, { from: position })
      await catchUp()
      expect([reorgs, ranges()[0]?.from], String(ended)).to.deep.equal([[first], Number(first)])
    }
  })

  it("takes shorter ranges where the node refuses long ones, down to one block, and longer ones later", async () => {
    const chain = longChain(16_000)
    let most = 500
    const { step, catchUp, numbers, ranges } = scan(
      chain,
      limited(() => most),
    )
    while (ranges().length < 8) await step()
    expect(
      Math.max(
        ...ranges()
          .slice(2)
          .map(({ blocks }) => blocks),
      ),
    ).to.equal(500)
    most = 100_000
    await catchUp()
    expect(Math.max(...ranges().map(({ blocks }) => blocks))).to.be.greaterThan(2_000)
    expect(numbers()).to.deep.equal(chain.numbers())

    const short = longChain(40)
    const tiny = scan(
      short,
      limited(() => 1),
    )
    await tiny.catchUp()
    expect(tiny.numbers()).to.deep.equal(short.numbers())
  })

  it("waits where the node limits the rate: as long as it asks for, and longer each time where it does not say", async () => {
    const chain = longChain(3_000)
    let count = 0
    const limits: NodeMood = {
      before: () => {
        count += 1
        if (count % 3 !== 0) return
        const headers = new Headers(count % 2 === 0 ? { "retry-after": "7" } : {})
        throw new HttpRequestError({ url: "http://node", status: 429, headers })
      },
    }
    const { catchUp, numbers, clock } = scan(chain, limits, { maxBlocks: 300n })
    await catchUp()
    expect(numbers()).to.deep.equal(chain.numbers())
    expect(clock.sleeps.filter((ms) => ms !== 10_000)).to.include.members([7_000, 1_000])

    const never = scan(chain, {
      before: () => {
        throw new Error("Too Many Requests: you may make 3 requests per second")
      },
    })
    expect(await failure(never.step())).to.include({ code: "NODE_FAILED" })
    expect(never.clock.sleeps.filter((ms) => ms !== 10_000)).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000])
  })

  it("ends with the node's error where not even one block can be read, and reads on when it can", async () => {
    const chain = longChain(30)
    let most = 0
    const { step, catchUp, numbers, ranges } = scan(
      chain,
      limited(() => most),
    )
    expect(await failure(step())).to.include({ code: "NODE_FAILED" })
    expect(ranges().map(({ blocks }) => blocks)).to.deep.equal([30, 15, 7, 3, 1])
    most = 50
    await catchUp()
    expect(numbers()).to.deep.equal(chain.numbers())
  })

  it("takes no shorter ranges of a node that is not there", async () => {
    const { step, ranges } = scan(longChain(30), {
      before: (question) => {
        if (rangeOf(question)) throw new HttpRequestError({ url: "http://node", details: "fetch failed" })
      },
    })
    expect(await failure(step())).to.include({ code: "NODE_FAILED" })
    expect(ranges()).to.have.length(1)
  })

  it("asks for less of a node that does not answer in time", async () => {
    const chain = longChain(30)
    const hanging: NodeMood = {
      before: (question) => ((rangeOf(question)?.blocks ?? 0) > 10 ? new Promise<void>(() => undefined) : undefined),
    }
    const { catchUp, numbers } = scan(chain, hanging)
    await catchUp()
    expect(numbers()).to.deep.equal(chain.numbers())
  })

  it("says from which block on the chain was replaced, whatever happened between two looks", async () => {
    const change = fc.oneof(
      fc.record({ depth: fc.constant(0), blocks: fc.array(fc.array(fc.nat(99), { maxLength: 2 }), { maxLength: 4 }) }),
      fc.record({
        depth: fc.integer({ min: 1, max: 12 }),
        // At least as long as what it replaces: a shorter chain is taken for a node that lags.
        blocks: fc.array(fc.array(fc.nat(99), { maxLength: 2 }), { minLength: 12, maxLength: 14 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ change, looks: fc.nat(3) }), { maxLength: 12 }), async (history) => {
        const chain = createLogChain()
        const { step, catchUp, numbers } = scan(chain, {}, { maxBlocks: 5n })
        for (const {
          change: { depth, blocks },
          looks,
        } of history) {
          if (depth > 0) chain.reorg(depth, ...blocks)
          else for (const numbers of blocks) chain.mine(...numbers)
          for (let look = 0; look < looks; look += 1) await step()
        }
        await catchUp()
        expect(numbers()).to.deep.equal(chain.numbers())
      }),
      runs({ fast: 25, deep: 1_000 }),
    )
  })

  it("steps back to the block where the reorg begins, and keeps that in mind if it cannot read on", async () => {
    const chain = longChain(100)
    let isDown = false
    const down: NodeMood = {
      before: (question) => {
        if (isDown && rangeOf(question)) throw new Error("out of order")
      },
    }
    const { catchUp, step, reorgs, numbers } = scan(chain, down)
    await catchUp()
    chain.reorg(5, [1], [2], [3], [4], [5], [6])
    isDown = true
    await failure(step())
    isDown = false
    await catchUp()
    expect(reorgs).to.deep.equal([91n])
    expect(numbers()).to.deep.equal(chain.numbers())
  })

  it("steps back over more than a hundred blocks with logs, and reads none before them again", async () => {
    const chain = createLogChain()
    for (let number = 1; number <= 150; number += 1) chain.mine(number)
    const { catchUp, reorgs, numbers, ranges } = scan(chain)
    await catchUp()
    chain.reorg(140, ...Array.from({ length: 140 }, (_, index) => [1_000 + index]))
    await catchUp()
    expect([reorgs, numbers()]).to.deep.equal([[11n], chain.numbers()])
    expect(ranges().at(-1)).to.include({ from: 11, to: 150 })
  })

  it("has not caught up with what was mined while it read far behind", async () => {
    const chain = longChain(2_200)
    const { step, numbers } = scan(chain, {}, { maxBlocks: 1_100n })
    expect(await step()).to.include({ isCaughtUp: false, head: 2_199n })
    chain.mine(77)
    expect(await step()).to.include({ isCaughtUp: false, head: 2_199n })
    expect(await step()).to.include({ isCaughtUp: true, head: 2_200n })
    expect(numbers()).to.deep.equal(chain.numbers())
  })

  it("takes back nothing where the node only lags", async () => {
    const chain = longChain(50)
    let lag = 0
    const { catchUp, numbers, reorgs } = scan(chain, {
      get lag() {
        return lag
      },
    })
    await catchUp()
    lag = 5
    await catchUp()
    chain.mine(1)
    chain.mine(2)
    await catchUp()
    expect([numbers(), reorgs]).to.deep.equal([chain.numbers().slice(0, -2), []])
    lag = 0
    await catchUp()
    expect([numbers(), reorgs]).to.deep.equal([chain.numbers(), []])
  })

  it("reads as far as the chosen finality goes", async () => {
    const upTo = async (finality: Finality) =>
      (await scan(longChain(50), {}, { finality }).catchUp()).position?.blockNumber
    expect(await Promise.all((["latest", "safe", "finalized", 0, 20] as const).map(upTo))).to.deep.equal([
      49n,
      44n,
      39n,
      49n,
      29n,
    ])
    expect(await upTo(50)).to.equal(undefined)
  })

  it("refuses logs that it did not ask for, and takes none of the answer", async () => {
    const lies: Record<string, (log: Record<string, unknown>, all: unknown[]) => unknown[]> = {
      "another contract": (log, all) => [
        ...all,
        { ...log, address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", logIndex: "0x9" },
      ],
      "another event": (log, all) => [...all, { ...log, topics: [`0x${"12".repeat(32)}`], logIndex: "0x9" }],
      "block 77": (log, all) => [...all, { ...log, blockNumber: "0x4d" }],
      "there twice": (log, all) => [...all, log],
      "two hashes": (log, all) => [...all, { ...log, blockHash: `0x${"12".repeat(32)}`, logIndex: "0x9" }],
    }
    for (const [says, lie] of Object.entries(lies)) {
      const { step, numbers } = scan(longChain(30), { logs: (logs) => lie(logs[0]!, logs) })
      const error = await failure(step())
      expect(error).to.include({ code: "FALSE_LOGS" })
      expect(error.message).to.include(says)
      expect(numbers()).to.deep.equal([])
    }
    const malformed = scan(longChain(30), { logs: () => [{ address: counter }] })
    expect(await failure(malformed.step())).to.include({ code: "NODE_FAILED" })
    const other = scan(longChain(31), {
      logs: (logs) => logs.map((log) => ({ ...log, blockHash: `0x${"12".repeat(32)}` })),
    })
    // The chain may replace the newest block three times in a row while it is read.
    for (let times = 0; times < 3; times += 1) expect((await other.step()).isCaughtUp).to.equal(false)
    expect(await failure(other.step())).to.include({ code: "FALSE_LOGS" })
  })

  deepIt("asks for shorter ranges where an answer is long, and takes none that is too long", async () => {
    const chain = longChain(150)
    const padded = (digits: number): NodeMood => ({
      logs: (logs) => logs.map((log) => ({ ...log, data: `${log["data"] as string}${"00".repeat(digits / 2)}` })),
    })
    const heavy = scan(chain, padded(400_000))
    await heavy.catchUp()
    expect(heavy.numbers()).to.deep.equal(chain.numbers())
    expect(
      Math.max(
        ...heavy
          .ranges()
          .slice(2)
          .map(({ blocks }) => blocks),
      ),
    ).to.be.at.most(125)
    expect(await failure(scan(chain, padded(16_000_000)).catchUp())).to.include({ code: "NODE_FAILED" })
  })
})
