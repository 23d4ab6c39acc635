import { EventEmitter } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { recordChain } from "#src/devnet/state/chainRecorder.js"
import { holdingTimers } from "#test/fixtures/clocks/holdingTimers.js"

type Provider = Parameters<typeof recordChain>[0]
type Call = { readonly method: string; readonly params?: readonly unknown[] }

const bornAt = 1_000
const toHex = (value: number) => `0x${value.toString(16)}`

/** A chain whose blocks are ten seconds apart. It notes what changes it. */
class FakeChain extends EventEmitter {
  readonly blocks = [bornAt]
  readonly asked: string[] = []
  /** Methods that are refused after they have mined so many blocks. */
  readonly refused = new Map<string, number>()

  async request({ method, params = [] }: Call): Promise<unknown> {
    if (method === "eth_getBlockByNumber") {
      const [tag] = params
      const newest = this.blocks.length - 1
      const number = tag === "latest" || tag === "pending" ? newest : Number(tag)
      return { number: toHex(number), timestamp: toHex(this.blocks[number]!), hash: `0xhash${this.blocks.length}` }
    }
    this.asked.push([method, ...params].join(" "))
    const mined =
      this.refused.get(method) ?? (/^(eth_send|evm_mine|hardhat_mine)/.test(method) ? Number(params[0] ?? 1) : 0)
    for (let count = 0; count < mined; count += 1) this.blocks.push(this.blocks.at(-1)! + 10)
    if (method === "evm_revert") this.blocks.length = 1
    await new Promise(setImmediate)
    if (this.refused.has(method)) throw new Error(`${method} is refused`)
    return true
  }
}

function open() {
  const chain = new FakeChain()
  const provider = chain as unknown as Provider
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const records: unknown[][] = []
  const recorder = recordChain(provider, {
    bornAt,
    record: ({ method, minedAt, head }) => records.push([method, minedAt, head]),
  })
  return { chain, ask, records, recorder }
}

describe("recordChain", () => {
  it("notes from its beginning on what was mined, with the time of the first block, and what was set", async () => {
    const { chain, ask, records, recorder } = open()
    await ask("evm_mine")
    await ask("evm_increaseTime", 5)
    expect(chain.asked).to.deep.equal(["evm_setNextBlockTimestamp 1000", "evm_mine", "evm_increaseTime 5"])
    recorder.begin()
    for (const reading of ["eth_call", "eth_getBalance", "net_version", "hardhat_getAutomine"]) await ask(reading)
    await ask("evm_mine")
    await ask("hardhat_mine", 2)
    await ask("hardhat_mine", 3)
    await ask("evm_increaseTime", 5)
    await ask("evm_revert", "0x1")
    expect(records).to.deep.equal([
      ["evm_mine", 1_020, "0xhash3"],
      ["hardhat_mine", 1_030, "0xhash5"],
      ["hardhat_mine", 1_050, "0xhash8"],
      ["evm_increaseTime", undefined, undefined],
      ["evm_revert", undefined, "0xhash1"],
    ])
  })

  it("notes what is refused only if it is in a block, and throws it in either case", async () => {
    const { chain, ask, records, recorder } = open()
    recorder.begin()
    chain.refused.set("eth_sendTransaction", 1).set("eth_sendRawTransaction", 0)
    expect(await ask("eth_sendRawTransaction", 1).catch(String)).to.contain("is refused")
    expect(await ask("eth_sendTransaction", 1).catch(String)).to.contain("is refused")
    expect(records).to.deep.equal([["eth_sendTransaction", 1_010, "0xhash2"]])
  })

  it("changes the chain by one request at a time", async () => {
    const { ask, records, recorder } = open()
    recorder.begin()
    await Promise.all([ask("evm_mine"), ask("hardhat_mine", 2), ask("evm_mine")])
    expect(records.map(([, minedAt]) => minedAt)).to.deep.equal([1_010, 1_020, 1_040])
  })

  it("does again what was noted at its time, and refuses what a chain refuses, unless that was mined", async () => {
    const { chain, recorder } = open()
    const replay = (method: string, params: unknown[], minedAt?: number) =>
      recorder.replay({ kind: "request", chain: "alpha", at: 2_000_000, method, params, minedAt })
    await replay("eth_sendTransaction", [1], 2_500)
    await replay("evm_increaseTime", [70])
    chain.refused.set("eth_sendTransaction", 1).set("evm_setAutomine", 0)
    await replay("eth_sendTransaction", [1], 2_600)
    expect(await replay("evm_setAutomine", [true]).catch(String)).to.contain("is refused")
    expect(chain.asked).to.deep.equal([
      ...["evm_setNextBlockTimestamp 2500", "eth_sendTransaction 1", "evm_increaseTime 70"],
      ...["evm_setNextBlockTimestamp 2600", "eth_sendTransaction 1", "evm_setAutomine true"],
    ])
  })

  for (const [what, minedAt, increase, now, expected] of [
    ["as far ahead as it was", 2_500, 0, 3_000_000, 3_000 + 500],
    ["as far ahead as it was, and by what it was moved since", 2_500, 70, 3_000_000, 3_000 + 570],
    ["with the machine's if it was behind it", 1_500, 0, 3_000_000, 3_000],
    ["from where it is, not back", 1_500, 0, 900_000, undefined],
    ["from where it is, by nothing", 1_500, 0, 1_010_999, undefined],
  ] as const) {
    it(`lets the chain's clock go on ${what}`, async () => {
      const { chain, recorder } = open()
      const noted = { kind: "request", chain: "alpha", at: 2_000_999 } as const
      await recorder.replay({ ...noted, method: "evm_mine", params: [], minedAt })
      await recorder.replay({ ...noted, method: "evm_increaseTime", params: [increase] })
      const pending = chain.blocks.at(-1)!
      chain.asked.length = 0
      await recorder.setClock(now)
      expect(chain.asked).to.deep.equal(expected === undefined ? [] : [`evm_increaseTime ${expected - pending}`])
    })
  }

  it("says that a chain refuses to let its clock go on", async () => {
    const { chain, recorder } = open()
    chain.refused.set("evm_increaseTime", 0)
    expect(await recorder.setClock(3_000_000).catch(String)).to.contain("is refused")
  })

  it("keeps what the chain says from those who read it while it is made again", async () => {
    const { chain, recorder } = open()
    const said: unknown[] = []
    chain.on("block", (block) => said.push(block))
    chain.emit("block", 1)
    await recorder.replay({ kind: "request", chain: "alpha", at: 0, method: "evm_mine", params: [] })
    chain.emit("block", 2)
    recorder.begin()
    chain.emit("block", 3)
    expect(said).to.deep.equal([1, 3])
  })

  describe("mining in intervals", () => {
    const mining = "evm_setIntervalMining"

    for (const [interval, chance, wait] of [
      [5_000, 0, 5_000],
      [5_000, 0.75, 5_000],
      [[1_000, 9_000], 0, 1_000],
      [[1_000, 9_000], 0.75, 7_000],
      [0, 0.5, undefined],
      [[0, 0], 0.5, undefined],
    ] as const) {
      it(`takes ${JSON.stringify(interval)} for ${String(wait)} ms where chance is ${chance}`, () =>
        holdingTimers(chance, async (timers) => {
          const { ask, recorder, chain } = open()
          recorder.begin()
          expect(await ask(mining, interval)).to.equal(true)
          for (let round = 0; round < 3; round += 1) {
            expect(timers.waits()).to.deep.equal(wait === undefined ? [] : [wait])
            expect(chain.asked).to.deep.equal(wait === undefined ? [] : Array<string>(round).fill("evm_mine"))
            await timers.pass()
          }
        }))
    }

    it("ends with another interval, with 0, and when it is stopped, and only the newest goes on", () =>
      holdingTimers(0, async (timers) => {
        const { ask, recorder, chain } = open()
        recorder.begin()
        await ask(mining, 5)
        await ask(mining, 700)
        expect(timers.waits()).to.deep.equal([700])
        // The same interval once more, while a block is being mined.
        const passing = timers.pass()
        await ask(mining, 700)
        await passing
        expect(timers.waits()).to.deep.equal([700])
        await ask(mining, 0)
        expect(timers.waits()).to.deep.equal([])
        await ask(mining, 5)
        recorder.stop()
        expect([timers.waits(), chain.asked]).to.deep.equal([[], ["evm_mine"]])
      }))

    it("goes on after a block that could not be mined", () =>
      holdingTimers(0, async (timers) => {
        const { ask, recorder, chain } = open()
        recorder.begin()
        chain.refused.set("evm_mine", 0)
        await ask(mining, 5)
        await timers.pass()
        chain.refused.clear()
        await timers.pass()
        expect([chain.blocks.length, timers.waits()]).to.deep.equal([2, [5]])
      }))
  })
})
