import { EventEmitter } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { holdStill } from "#src/devnet/chain/requests.js"

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

  it("answers what a request asks for on its way, which must not wait for the one who waits for it", async () => {
    const chain = new NotingChain()
    const provider = chain as unknown as Provider
    const answerOf = chain.request.bind(chain)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    chain.request = async (call: Call) => {
      if (call.method !== "eth_sendTransaction") return await answerOf(call)
      await promise
      await provider.request({ method: "eth_getTransactionCount" })
      return await answerOf(call)
    }
    const { whileStill } = holdStill(provider)
    const sent = provider.request({ method: "eth_sendTransaction" })
    const held = whileStill(() => Promise.resolve(chain.asked.push("work")))
    await turn()
    expect(chain.asked).to.deep.equal([])
    resolve(undefined)
    await Promise.all([sent, held])
    expect(chain.asked).to.deep.equal(["eth_getTransactionCount", "eth_sendTransaction", "work"])
  })

  it("works only once the chain has stopped mining, and goes on once it mines again", async () => {
    const chain = new NotingChain()
    const provider = chain as unknown as Provider
    const answerOf = chain.request.bind(chain)
    chain.request = async (call: Call) => {
      const answer = await answerOf(call)
      await turn()
      chain.asked.push(`answered ${call.method}`)
      return answer
    }
    const { whileStill } = holdStill(provider)
    const mining = "evm_setIntervalMining"
    await provider.request({ method: mining, params: [5_000] })
    chain.asked.length = 0
    await whileStill(() => Promise.resolve(chain.asked.push("work")))
    chain.asked.push("done")
    expect(chain.asked).to.deep.equal([
      ...[`${mining} 0`, `answered ${mining}`, "work", `${mining} 5000`, `answered ${mining}`, "done"],
    ])
  })

  it("does one work after the other, and asks nothing else while any is under way", async () => {
    const { chain, ask, whileStill } = open()
    const works = ["first", "second", "third"].map((name) =>
      whileStill(async () => {
        chain.asked.push(`${name} begins`)
        await turn()
        chain.asked.push(`${name} ends`)
      }),
    )
    const asked = ask("eth_call")
    await Promise.all([...works, asked])
    const order = chain.asked.filter((one) => one !== "eth_call").map((one) => one.split(" ")[1])
    expect(order).to.deep.equal(["begins", "ends", "begins", "ends", "begins", "ends"])
    expect(chain.asked[chain.asked.indexOf("eth_call") - 1], "before what was asked").to.match(/ ends$/)
  })

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
