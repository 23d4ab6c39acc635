import { EventEmitter } from "node:events"
import { appendFile, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import { numberToHex } from "viem/utils"

import type { Quotes } from "#extras/swap/src/market/quoting/quotes.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { keepState } from "#src/devnet/state/keepState.js"
import { holdingTimers } from "#test/fixtures/clocks/holdingTimers.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

/** A chain that mines a block when it is asked to, and notes what changes it. */
class FakeChain extends EventEmitter {
  readonly asked: string[] = []
  blocks: number

  constructor(blocks: number) {
    super()
    this.blocks = blocks
  }

  request({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
    if (method === "eth_getBlockByNumber") {
      const [number, timestamp] = [this.blocks, 100].map((value) => numberToHex(value))
      return Promise.resolve({ number, timestamp, hash: numberToHex(this.blocks, { size: 32 }) })
    }
    this.asked.push([method, ...params].join(" "))
    if (method === "evm_mine") this.blocks += 1
    return Promise.resolve(true)
  }
}

type KeptChains = Awaited<ReturnType<typeof keepChains>>

/** Two chains that are kept in a folder, and what happens to them in which order. */
async function keepChains(folder: string, { alphaBlocks = 1, now = 0 } = {}) {
  const chains = { alpha: new FakeChain(alphaBlocks), beta: new FakeChain(50) }
  const time = { now }
  const clock = { now: () => 7, wallTime: () => time.now, sleep: () => Promise.resolve() }
  const state = await keepState(folder, { reset: false, options: {}, clock })
  const events: unknown[] = []
  for (const [name, chain] of Object.entries(chains)) state.attach(name, chain as unknown as LocalChain["provider"])
  const quotes = { add: (given: readonly unknown[]) => events.push(["quotes", ...given]) } as unknown as Quotes
  const goOn = () =>
    state.goOn({
      quotes,
      sync() {
        events.push([state.clock.now(), chains.alpha.asked.splice(0), chains.beta.asked.splice(0)])
        return Promise.resolve()
      },
    })
  const recorded = state.recordQuotes(quotes)
  return { ...chains, state, time, events, goOn, quotes: recorded }
}

/** At each time, in milliseconds, something that is recorded. */
async function record(
  { time }: KeptChains,
  records: readonly (readonly [at: number, work: () => unknown])[],
): Promise<void> {
  for (const [at, work] of records) {
    time.now = at
    await work()
  }
}

describe("what a folder has of a devnet", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let kept: KeptChains | undefined
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(async () => {
    await kept?.state.close()
    kept = undefined
    await folder[Symbol.asyncDispose]()
  })
  const file = () => path.join(folder.path, "devnet.jsonl")
  const open = async (options: { alphaBlocks?: number; now?: number } = {}): Promise<KeptChains> => {
    await kept?.state.close()
    return (kept = await keepChains(folder.path, options))
  }

  it("mines in no interval any more once it is closed", async () => {
    const { alpha, state, goOn } = await open()
    await goOn()
    await holdingTimers(0, async (timers) => {
      await alpha.request({ method: "evm_setIntervalMining", params: [5] })
      expect(timers.waits()).to.deep.equal([5])
      await state.close()
      kept = undefined
      expect(timers.waits()).to.deep.equal([])
    })
  })

  it("is done again in moments of half a second, by the clock of each, and then the chains' clocks go on", async () => {
    const first = await open({ now: 10_999 })
    const { alpha, beta, quotes } = first
    await first.goOn()
    expect([first.state.bornAt, first.state.clock.now(), first.events]).to.deep.equal([10, 7, [[10_000, [], []]]])
    await record(first, [
      [20_000, () => alpha.request({ method: "evm_mine" })],
      [20_300, () => beta.request({ method: "evm_increaseTime", params: [5] })],
      [
        20_400,
        () => {
          quotes.add([{ quoteId: "0x1" }] as never)
        },
      ],
      [20_500, () => alpha.request({ method: "evm_setAutomine", params: [true] })],
      [20_501, () => alpha.request({ method: "evm_setAutomine", params: [false] })],
      // The machine's clock was set back.
      [
        20_001,
        () => {
          quotes.add([{ quoteId: "0x2" }] as never)
        },
      ],
      [20_000, () => beta.request({ method: "evm_mine" })],
    ])
    expect(first.events.slice(1)).to.deep.equal([
      ["quotes", { quoteId: "0x1" }],
      ["quotes", { quoteId: "0x2" }],
    ])

    const second = await open({ now: 200_000 })
    expect([second.state.bornAt, second.state.clock.now()]).to.deep.equal([10, 10_000])
    await second.goOn()
    expect(second.events).to.deep.equal([
      ["quotes", { quoteId: "0x1" }],
      [20_000, ["evm_setNextBlockTimestamp 100", "evm_mine", "evm_setAutomine true"], ["evm_increaseTime 5"]],
      ["quotes", { quoteId: "0x2" }],
      [20_501, ["evm_setAutomine false"], []],
      [20_000, [], ["evm_setNextBlockTimestamp 100", "evm_mine"]],
      [20_000, [], []],
    ])
    expect(second.state.clock.now()).to.equal(7)
    // Both are ahead by what their last block was, and have come to second 100.
    expect([second.alpha.asked, second.beta.asked]).to.deep.equal([["evm_increaseTime 180"], ["evm_increaseTime 180"]])
  })

  it("has the faults that lasted last, and none at first", async () => {
    const first = await open()
    expect(first.state.faults.last).to.deep.equal([])
    await first.goOn()
    for (const happened of [1, 2]) first.state.faults.write([{ data: { fault: "down" }, happened }])
    const second = await open()
    expect(second.state.faults.last).to.deep.equal([{ data: { fault: "down" }, happened: 2 }])
    await second.goOn()
    expect(second.events).to.deep.equal([[0, [], []]])
    // Nothing was done again that time could have passed since.
    expect(second.alpha.asked).to.deep.equal([])
  })

  it("is refused where chains began otherwise, where a chain is missing, and where other blocks come of it", async () => {
    const first = await open()
    await first.goOn()
    await record(first, [[5_000, () => first.alpha.request({ method: "evm_mine" })]])
    const whole = await readFile(file(), "utf8")
    expect(await failure((await open({ alphaBlocks: 2 })).goOn())).to.have.property("code", "STATE_MISMATCH")

    await writeFile(file(), whole.replaceAll(/"0x0*2"/g, `"0x${"3".padStart(64, "0")}"`))
    expect(await failure((await open()).goOn())).to.have.property("code", "STATE_DAMAGED")

    await writeFile(file(), whole)
    await appendFile(
      file(),
      `${JSON.stringify({ kind: "request", at: 61_000, chain: "gamma", method: "evm_mine", params: [] })}\n`,
    )
    const unknown = await failure((await open()).goOn())
    expect([unknown.code, unknown.message.includes("1970-01-01T00:01:01.000Z")]).to.deep.equal(["STATE_DAMAGED", true])
  })
})
