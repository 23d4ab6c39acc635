import { EventEmitter } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { followHead } from "#src/devnet/chain/followHead.js"

type Provider = Parameters<typeof followHead>[0]

/** A chain that forgets a subscription five minutes after it was made, as EDR does. */
class ForgetfulChain extends EventEmitter {
  time = 0
  /** What it answers to other requests. */
  answer: unknown = null
  readonly #madeAt = new Map<string, number>()
  #count = 0

  get subscriptions(): number {
    return this.#madeAt.size
  }

  request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    if (method === "eth_subscribe") {
      const id = String((this.#count += 1))
      this.#madeAt.set(id, this.time)
      return Promise.resolve(id)
    }
    if (method === "eth_unsubscribe") return Promise.resolve(this.#madeAt.delete((params as string[])[0] ?? ""))
    for (const [id, madeAt] of this.#madeAt) if (this.time - madeAt > 300_000) this.#madeAt.delete(id)
    if (method === "evm_mine") for (const id of this.#madeAt.keys()) this.emit("notification", id)
    return Promise.resolve(this.answer)
  }
}

describe("followHead", () => {
  it("notifies of every block once, however long no block was mined", async () => {
    const chain = new ForgetfulChain()
    const provider = chain as unknown as Provider
    const { onHead } = await followHead(provider, () => chain.time)
    let heads = 0
    onHead(() => (heads += 1))
    for (const wait of [0, 30_000, 59_000, 61_000, 299_000, 301_000, 86_400_000]) {
      chain.time += wait
      heads = 0
      await Promise.all([
        provider.request({ method: "eth_blockNumber" }),
        provider.request({ method: "evm_mine" }),
        provider.request({ method: "eth_blockNumber" }),
      ])
      expect(heads, `after ${wait} ms`).to.equal(1)
      expect(chain.subscriptions).to.equal(1)
    }
  })

  it("asks nothing else before a new subscription is made, and makes another where one fails", async () => {
    const chain = new ForgetfulChain()
    const provider = chain as unknown as Provider
    const answerOf = chain.request.bind(chain)
    const asked: string[] = []
    let fails = false
    chain.request = async (call) => {
      asked.push(
        `${call.method}${call.method === "eth_unsubscribe" ? ` ${String((call.params as unknown[])[0])}` : ""}`,
      )
      await new Promise(setImmediate)
      if (fails && call.method === "eth_subscribe") throw new Error("busy")
      return await answerOf(call)
    }
    await followHead(provider, () => chain.time)
    expect([asked.splice(0), chain.subscriptions]).to.deep.equal([["eth_subscribe"], 1])
    await provider.request({ method: "eth_call" })
    expect(asked.splice(0)).to.deep.equal(["eth_call"])
    chain.time += 60_001
    await Promise.all([provider.request({ method: "eth_call" }), provider.request({ method: "eth_call" })])
    expect(asked.splice(0)).to.deep.equal(["eth_subscribe", "eth_unsubscribe 1", "eth_call", "eth_call"])
    chain.time += 60_001
    fails = true
    const refused = await provider.request({ method: "eth_call" }).then(String, String)
    expect([refused, asked.splice(0)]).to.deep.equal(["Error: busy", ["eth_subscribe"]])
    chain.time += 60_001
    fails = false
    await provider.request({ method: "eth_call" })
    expect(asked).to.deep.equal(["eth_subscribe", "eth_call"])
  })

  it("notifies of blocks that a snapshot takes away, and of nothing once it is unsubscribed", async () => {
    const chain = new ForgetfulChain()
    const provider = chain as unknown as Provider
    const { onHead } = await followHead(provider, () => chain.time)
    let heads = 0
    const unsubscribe = onHead(() => (heads += 1))
    await provider.request({ method: "evm_revert" })
    expect(heads).to.equal(1)
    unsubscribe()
    await provider.request({ method: "evm_mine" })
    expect(heads).to.equal(1)
  })

  it("knows the block that was announced last, whatever else is, until the chain is set back", async () => {
    const chain = new ForgetfulChain()
    const provider = chain as unknown as Provider
    const { announced, onHead, setBacks } = await followHead(provider, () => chain.time)
    const seen: unknown[] = []
    onHead(() => seen.push(announced()?.hash))
    const block = (hash: string) => ({ result: { hash, parentHash: "0x0" } })
    for (const notification of [
      block("0xa"),
      { result: "0x5" },
      { result: null },
      undefined,
      { result: {} },
      block("0xb"),
    ])
      chain.emit("notification", notification)
    expect(seen).to.deep.equal(["0xa", "0xa", "0xa", "0xa", "0xa", "0xb"])
    await provider.request({ method: "evm_revert" })
    expect([announced(), seen.at(-1), setBacks()]).to.deep.equal([undefined, undefined, 1])
  })

  it("answers that a chain was set back once who follows it has gone back too, and only where it was", async () => {
    const chain = new ForgetfulChain()
    const provider = chain as unknown as Provider
    const { onRevert } = await followHead(provider, () => chain.time)
    const events: string[] = []
    const off = onRevert(async (id) => {
      await new Promise(setImmediate)
      events.push(`back to ${id}`)
    })
    const revert = async (params?: readonly string[]) => {
      await provider.request({ method: "evm_revert", ...(params && { params }) })
      events.push("answered")
    }
    await revert(["0x7"])
    chain.answer = true
    await revert(["0x8"])
    await revert()
    off()
    await revert(["0x9"])
    expect(events).to.deep.equal(["answered", "back to 0x8", "answered", "back to 0x", "answered", "answered"])
  })
})
