import { expect } from "chai"
import { describe, it } from "mocha"

import { addHook, type ApiHook, createWorldHooks, readBlock } from "#src/testing/world/hooks.js"

describe("the hooks of a world", () => {
  it("are asked of each request to an API, the last one added first, with what the server knows", async () => {
    const { apis } = createWorldHooks()
    const seen: unknown[] = []
    const served = apis.wrapFetch((request, env) => {
      seen.push(["served", request.url, env])
      return new Response("answer", { status: 201 })
    })
    const hook =
      (name: string): ApiHook =>
      async (request, forward, env) => {
        seen.push([name, request.url, env])
        return await forward()
      }
    const url = "http://localhost/status"
    const env = { incoming: { socket: { destroy: () => undefined } } }
    const ask = async (given?: typeof env) => {
      const { status } = await served(new Request(url), given)
      return [status, ...seen.splice(0)]
    }
    expect(await ask(env)).to.deep.equal([201, ["served", url, env]])
    const removeFirst = addHook(apis.hooks, hook("first"))
    const removeLast = addHook(apis.hooks, hook("last"))
    expect(await ask(env)).to.deep.equal([201, ["last", url, env], ["first", url, env], ["served", url, env]])
    expect(await ask()).to.deep.equal([201, ["last", url, {}], ["first", url, {}], ["served", url, undefined]])
    removeLast()
    expect(await ask(env)).to.deep.equal([201, ["first", url, env], ["served", url, env]])
    removeFirst()
    expect(await ask(env)).to.deep.equal([201, ["served", url, env]])
    addHook(apis.hooks, () => Promise.resolve(new Response(null, { status: 503 })))
    expect(await ask(env)).to.deep.equal([503])
  })

  it("change the gas of an execution one after the other, in order", async () => {
    const { executionGas } = createWorldHooks()
    const call = { msgId: "0x1" } as never
    expect(await executionGas.limit(call, 100n)).to.equal(100n)
    const remove = addHook(executionGas.hooks, (of, gas) => Promise.resolve(of === call ? gas + 50n : 0n))
    addHook(executionGas.hooks, (of, gas) => Promise.resolve(of === call ? gas * 2n : 0n))
    expect(await executionGas.limit(call, 100n)).to.equal(300n)
    remove()
    expect(await executionGas.limit(call, 100n)).to.equal(200n)
  })

  it("read a block by its tag, without its transactions", async () => {
    const asked: unknown[] = []
    const block = { number: "0x1", hash: "0xab", timestamp: "0x2", baseFeePerGas: "0x3" }
    const provider = { request: (call: unknown) => Promise.resolve((asked.push(call), block)) } as never
    expect([await readBlock(provider, "latest"), await readBlock(provider, "pending")]).to.deep.equal([block, block])
    expect(asked).to.deep.equal(
      ["latest", "pending"].map((tag) => ({ method: "eth_getBlockByNumber", params: [tag, false] })),
    )
  })
})
