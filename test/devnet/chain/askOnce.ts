import { EventEmitter } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { askOnce } from "#src/devnet/chain/requests.js"

type Provider = Parameters<typeof askOnce>[0]
type Call = { method: string; params?: unknown }

/** A chain that remembers what it was asked, and mines a block with each transaction. */
class AskedChain extends EventEmitter {
  readonly asked: string[] = []
  #block = 0

  request({ method, params = [] }: Call): Promise<unknown> {
    this.asked.push([method, ...(params as unknown[])].join(" "))
    if (method === "evm_setNextBlockTimestamp" && (params as number[])[0] === 0)
      return Promise.reject(new Error("past"))
    if (method === "eth_sendRawTransaction") this.#block += 1
    return Promise.resolve(method === "eth_getBlockByNumber" ? { number: this.#block } : null)
  }
}

function open() {
  const chain = new AskedChain()
  const provider = chain as unknown as Provider
  askOnce(provider)
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params }) as Promise<unknown>
  return { chain, ask, newest: () => ask("eth_getBlockByNumber", "latest", false) }
}

const newestAsked = "eth_getBlockByNumber latest false"

describe("askOnce", () => {
  it("asks for the newest block once, until something may have mined", async () => {
    const { chain, ask, newest } = open()
    expect(await Promise.all([newest(), newest()])).to.deep.equal([{ number: 0 }, { number: 0 }])
    await ask("eth_call", {}, "latest")
    await newest()
    expect(chain.asked).to.deep.equal([newestAsked, "eth_call [object Object] latest"])
    await ask("eth_sendRawTransaction", "0x")
    expect(await newest()).to.deep.equal({ number: 1 })
    expect(chain.asked.filter((one) => one === newestAsked)).to.have.length(2)
  })

  it("takes a request without parameters", async () => {
    const chain = new AskedChain()
    const provider = chain as unknown as Provider
    askOnce(provider)
    expect(await provider.request({ method: "eth_pendingTransactions" })).to.equal(null)
  })

  it("asks again after a block was announced, and always while the chain mines by itself", async () => {
    const { chain, ask, newest } = open()
    await newest()
    chain.emit("notification")
    await newest()
    expect(chain.asked).to.deep.equal([newestAsked, newestAsked])
    await ask("evm_setIntervalMining", 10)
    chain.asked.length = 0
    await newest()
    await newest()
    expect(chain.asked).to.deep.equal([newestAsked, newestAsked])
  })

  it("forgets an answer from before a request that was under way", async () => {
    const { ask, newest } = open()
    const sent = ask("eth_sendRawTransaction", "0x")
    const early = newest()
    await Promise.all([sent, early])
    expect(await newest()).to.deep.equal({ number: 1 })
  })

  it("answers with an object of its own each time", async () => {
    const { newest } = open()
    await newest()
    const mine = (await newest()) as { number: number }
    mine.number = 99
    expect(await newest()).to.deep.equal({ number: 0 })
  })

  it("sets the time of the next block once, until a block takes it along or another is set", async () => {
    const { chain, ask } = open()
    for (const time of [5, 5, 6, 5]) await ask("evm_setNextBlockTimestamp", time)
    const set = (time: number) => `evm_setNextBlockTimestamp ${time}`
    expect(chain.asked).to.deep.equal([set(5), set(6), set(5)])
    chain.asked.length = 0
    await ask("eth_sendRawTransaction", "0x")
    await ask("evm_setNextBlockTimestamp", 5)
    expect(chain.asked).to.deep.equal(["eth_sendRawTransaction 0x", set(5)])
  })

  it("asks for the newest block while a transaction is under way, although it knew one before", async () => {
    const { chain, ask, newest } = open()
    await newest()
    const sent = ask("eth_sendRawTransaction", "0x")
    expect(await newest()).to.deep.equal({ number: 1 })
    await sent
    expect(chain.asked).to.deep.equal([newestAsked, "eth_sendRawTransaction 0x", newestAsked])
  })

  it("forgets what was asked while a block was mined, also where the chain refuses to", async () => {
    for (const refuses of [false, true]) {
      const chain = new AskedChain()
      const answerOf = chain.request.bind(chain)
      const { promise, resolve } = Promise.withResolvers<undefined>()
      chain.request = async (call: Call) => {
        const answer = answerOf(call)
        if (call.method === "evm_mine") await promise
        if (refuses && call.method === "evm_mine") throw new Error("refused")
        return await answer
      }
      const provider = chain as unknown as Provider
      askOnce(provider)
      const newest = () => provider.request({ method: "eth_getBlockByNumber", params: ["latest", false] })
      const mined = provider.request({ method: "evm_mine" }).then(String, String)
      await newest()
      resolve(undefined)
      expect(await mined).to.equal(refuses ? "Error: refused" : "null")
      await newest()
      expect(chain.asked).to.deep.equal(["evm_mine", newestAsked, newestAsked])
    }
  })

  it("asks once again when the chain no longer mines by itself, and always for any other block", async () => {
    const { chain, ask, newest } = open()
    await ask("evm_setIntervalMining", 10)
    await ask("evm_setIntervalMining", 0)
    chain.asked.length = 0
    await newest()
    await newest()
    expect(chain.asked).to.deep.equal([newestAsked])
    for (const params of [
      ["0x1", false],
      ["latest", true],
      ["pending", false],
    ]) {
      chain.asked.length = 0
      for (let count = 0; count < 2; count += 1) await ask("eth_getBlockByNumber", ...params)
      expect(chain.asked, params.join()).to.have.length(2)
    }
    chain.asked.length = 0
    for (let count = 0; count < 2; count += 1) await ask("eth_pendingTransactions")
    expect(chain.asked).to.deep.equal(["eth_pendingTransactions"])
  })

  it("keeps a time that was set after one that is refused late", async () => {
    const { chain, ask } = open()
    const [refused, set] = [ask("evm_setNextBlockTimestamp", 0), ask("evm_setNextBlockTimestamp", 5)]
    expect((await Promise.allSettled([refused, set])).map(({ status }) => status)).to.deep.equal([
      ...["rejected", "fulfilled"],
    ])
    await ask("evm_setNextBlockTimestamp", 5)
    expect(chain.asked).to.deep.equal([0, 5].map((time) => `evm_setNextBlockTimestamp ${time}`))
  })

  it("asks again for what was refused", async () => {
    const { chain, ask } = open()
    for (let count = 0; count < 2; count += 1) {
      const refused = await ask("evm_setNextBlockTimestamp", 0).catch((error: unknown) => error as Error)
      expect(refused).to.be.instanceOf(Error)
    }
    expect(chain.asked).to.have.length(2)
  })
})
