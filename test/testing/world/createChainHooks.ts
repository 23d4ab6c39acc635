import { AsyncLocalStorage } from "node:async_hooks"

import { expect } from "chai"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"

import { type ChainHook, createChainHooks } from "#src/testing/world/hooks.js"

type Call = { readonly method: string; readonly params?: readonly unknown[] }

/** Two chains with hooks, the second without any use; and what reaches the first, which answers with what it is told. */
async function open(answer: (call: Call) => unknown) {
  const reached: string[] = []
  const opened: string[] = []
  const provider = {
    request: (call: Call) => {
      reached.push(call.method)
      return Promise.resolve(answer(call))
    },
  } as unknown as NetworkConnection["provider"]
  const other = { request: () => Promise.resolve("other") } as unknown as NetworkConnection["provider"]
  const hooks = createChainHooks()
  await hooks.openWith((_, { attach } = {}) => {
    attach?.("alpha", provider)
    attach?.("beta", other)
    return Promise.resolve({ chains: [], close: () => Promise.resolve() })
  })([], { attach: (name) => opened.push(name) })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { hooks, seam: hooks.of("alpha"), provider, other, ask, opened, reached: () => reached.splice(0) }
}

describe("createChainHooks", () => {
  it("notifies of a receipt outside of the request that reads it, so that what a listener begins is no part of it", async () => {
    const isWithin = new AsyncLocalStorage<true>()
    const { seam, provider } = await open(() => ({ status: "0x1" }))
    seam.hooks.add((_call, forward) => forward())
    const noted: unknown[] = []
    seam.onReceipt.subscribe((hash) => noted.push([hash, isWithin.getStore()]))
    const read = { method: "eth_getTransactionReceipt", params: ["0x1"] }
    expect(await isWithin.run(true, () => provider.request(read))).to.deep.equal({ status: "0x1" })
    expect(noted).to.deep.equal([["0x1", undefined]])
  })

  it("notifies of a receipt that there is, once, and only while there are hooks", async () => {
    const { seam, ask, reached } = await open(({ params }) => (params?.[0] === "0xaa" ? { status: "0x1" } : null))
    const noted: string[] = []
    seam.onReceipt.subscribe((hash) => noted.push(hash))
    await ask("eth_getTransactionReceipt", "0xaa")
    expect(noted).to.deep.equal([])
    seam.hooks.add((_call, forward) => forward())
    expect(await ask("eth_getTransactionReceipt", "0xbb")).to.equal(null)
    await ask("eth_getTransactionByHash", "0xaa")
    await ask("eth_sendRawTransaction", "0xaa")
    expect(noted).to.deep.equal([])
    expect(await ask("eth_getTransactionReceipt", "0xaa")).to.deep.equal({ status: "0x1" })
    expect(noted).to.deep.equal(["0xaa"])
    expect(reached()).to.have.length(5)
  })

  it("asks the hook added last first, of what changes the chain alone, and of nothing once it is removed", async () => {
    const { seam, ask, reached, opened, other } = await open(({ method }) => `did ${method}`)
    expect(opened).to.deep.equal(["alpha", "beta"])
    const asked: string[] = []
    const hook =
      (name: string): ChainHook =>
      async (call, forward) => {
        asked.push(`${name} ${call.method}`)
        return `${name}(${String(await forward())})`
      }
    const [first, second] = [hook("first"), hook("second")]
    seam.hooks.add(first).add(second)
    for (const method of ["eth_sendTransaction", "eth_sendRawTransaction", "evm_mine", "hardhat_setCode"]) {
      expect(await ask(method)).to.equal(`second(first(did ${method}))`)
      expect([asked.splice(0), reached()]).to.deep.equal([[`second ${method}`, `first ${method}`], [method]])
    }
    for (const method of ["eth_call", "eth_getTransactionCount", "net_version"]) {
      expect([await ask(method), asked, reached()]).to.deep.equal([`did ${method}`, [], [method]])
    }
    // Neither those of another chain, nor what goes around them.
    expect(await other.request({ method: "evm_mine" })).to.equal("other")
    expect([await seam.request({ method: "evm_mine" }), asked]).to.deep.equal(["did evm_mine", []])
    seam.hooks.clear()
    expect([await ask("evm_mine"), asked]).to.deep.equal(["did evm_mine", []])
  })

  it("asks of one request at a time, goes on after one that fails, and never of those within one", async () => {
    const { seam, ask, provider, reached } = await open(({ method }) => method)
    const asked: string[] = []
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    seam.hooks.add(async ({ method }, forward) => {
      asked.push(method)
      if (method === "evm_mine") await held
      if (method === "evm_revert") throw new Error("refused")
      if (method === "hardhat_mine") await provider.request({ method: "evm_setNextBlockTimestamp" })
      return await forward()
    })
    const answers = Promise.allSettled(["evm_mine", "evm_revert", "hardhat_mine"].map((method) => ask(method)))
    await new Promise(setImmediate)
    expect([asked.slice(), reached()]).to.deep.equal([["evm_mine"], []])
    letGo(undefined)
    expect((await answers).map((end) => String(end.status === "fulfilled" ? end.value : end.reason))).to.deep.equal([
      ...["evm_mine", "Error: refused", "hardhat_mine"],
    ])
    expect(asked).to.deep.equal(["evm_mine", "evm_revert", "hardhat_mine"])
    expect(reached()).to.deep.equal(["evm_mine", "evm_setNextBlockTimestamp", "hardhat_mine"])
  })

  it("has none of a chain that was not opened", async () => {
    const { hooks } = await open(() => undefined)
    expect(() => hooks.of("gamma")).to.throw("gamma")
    expect(hooks.of("beta")).not.to.equal(hooks.of("alpha"))
  })
})
