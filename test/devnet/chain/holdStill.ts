import { EventEmitter } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { holdStill } from "../../../src/devnet/chain/requests.js"

type Provider = Parameters<typeof holdStill>[0]
type Call = { method: string; params?: unknown }

/** A chain that notes what it is asked, and answers when it is told to. */
class NotingChain extends EventEmitter {
  readonly asked: string[] = []
  readonly waiting: (() => void)[] = []

  request({ method, params = [] }: Call): Promise<unknown> {
    this.asked.push([method, ...(params as unknown[])].join(" "))
    if (method !== "slow" && method !== "evm_revert") return Promise.resolve("0x")
    return new Promise((resolve) => {
      this.waiting.push(() => {
        resolve("0x")
      })
    })
  }
}

function open() {
  const chain = new NotingChain()
  const provider = chain as unknown as Provider
  const stillness = holdStill(provider)
  return { chain, ...stillness, ask: (method: string, ...params: unknown[]) => provider.request({ method, params }) }
}

/** Lets everything go on that waits for nothing. */
const turn = () => new Promise(setImmediate)

describe("a chain that is kept from changing", () => {
  for (const fails of [false, true]) {
    it(`mines at its intervals before and after, and not meanwhile${fails ? ", also where the work fails" : ""}`, async () => {
      const { chain, ask, whileStill, minesAtIntervals } = open()
      expect(minesAtIntervals()).to.equal(false)
      await ask("evm_setIntervalMining", 5_000)
      await ask("eth_call")
      expect(minesAtIntervals()).to.equal(true)
      chain.asked.length = 0
      const held = whileStill(async (request) => {
        await request({ method: "evm_snapshot" })
        if (fails) throw new Error("no")
        return 7
      })
      expect(await held.catch((error: unknown) => (error as Error).message)).to.equal(fails ? "no" : 7)
      const mining = "evm_setIntervalMining"
      expect(chain.asked).to.deep.equal([`${mining} 0`, "evm_snapshot", `${mining} 5000`])
      expect(minesAtIntervals()).to.equal(true)
      await ask(mining, 0)
      chain.asked.length = 0
      await whileStill(() => Promise.resolve())
      expect([chain.asked, minesAtIntervals()]).to.deep.equal([[], false])
    })
  }

  it("finishes what it has begun first, save for going back, and lets what comes meanwhile wait", async () => {
    const { chain, ask, whileStill } = open()
    const [begun, back] = [ask("slow"), ask("evm_revert")]
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const held = whileStill(() => {
      chain.asked.push("work")
      return promise
    })
    await turn()
    expect(chain.asked.splice(0)).to.deep.equal(["slow", "evm_revert"])
    chain.waiting.shift()!()
    await begun
    await turn()
    const second = whileStill(() => Promise.resolve(chain.asked.push("second work")))
    const later = ask("later")
    await turn()
    expect(chain.asked.splice(0)).to.deep.equal(["work"])
    resolve(undefined)
    await Promise.all([held, second, later])
    expect(chain.asked).to.have.members(["second work", "later"])
    chain.waiting.shift()!()
    await back
  })
})
