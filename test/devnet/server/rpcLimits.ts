import { request } from "node:http"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { listen } from "#src/devnet/server/listen.js"
import { maxBatchRequests, rpcRoutes } from "#src/devnet/server/rpc.js"
import { deepIt } from "#test/fixtures/depth.js"

const headers = { "content-type": "application/json" }
const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params })
type Answer = { readonly id: unknown; readonly result?: unknown; readonly error?: { code: number; message: string } }

describe("the limits of the devnet's JSON-RPC", () => {
  let devnet: Devnet<string, true, false>
  before(async () => {
    devnet = await startDevnet({ market: false })
  })
  after(() => devnet.stop())

  const post = (body: unknown): Promise<Response> =>
    fetch(`${devnet.url}/rpc/alpha`, { method: "POST", headers, body: JSON.stringify(body) })
  const answersTo = async (batch: unknown[]): Promise<Answer[]> => (await (await post(batch)).json()) as Answer[]

  for (const method of ["__proto__", "valueOf", "constructor", "toString", "hasOwnProperty", "__defineGetter__"]) {
    it(`fails ${method} alone, as a method that does not exist, and not its batch`, async () => {
      const [before, failed, after] = await answersTo([call("eth_chainId"), call(method), call("eth_chainId")])
      expect(before).to.have.property("result", "0xa029")
      expect(failed).to.have.nested.property("error.code", -32004)
      expect(after).to.have.property("result", "0xa029")
      const alone = await post(call(method))
      expect(alone.status).to.equal(200)
      expect(await alone.json()).to.have.nested.property("error.message", failed?.error?.message)
    })
  }

  it("fails a request that cannot be read alone, whatever it holds", async () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as unknown
    const text = (value: unknown) =>
      value === deep ? "[".repeat(100_000) + "]".repeat(100_000) : JSON.stringify(value)
    const hostile = [
      null,
      [],
      5,
      "eth_chainId",
      { id: {} },
      { ...call("eth_chainId"), id: "deep" },
      call("eth_call", []),
    ]
    const batch = `[${[...hostile.map(text), `{"jsonrpc":"2.0","id":${text(deep)},"method":"eth_chainId"}`, `{"jsonrpc":"2.0","id":9,"method":"eth_call","params":[${text(deep)}]}`, text(call("eth_chainId", [], "last"))].join()}]`
    const response = await fetch(`${devnet.url}/rpc/alpha`, { method: "POST", headers, body: batch })
    const answers = (await response.json()) as Answer[]
    expect(answers).to.have.length(hostile.length + 3)
    expect(answers.map(({ id }) => id)).to.deep.equal([null, null, null, null, null, "deep", 1, null, 9, "last"])
    expect(answers.at(-1)).to.have.property("result", "0xa029")
  })

  it("answers a batch of the largest size in order, and refuses a larger one without performing any of it", async () => {
    const ids = Array.from({ length: maxBatchRequests }, (_, id) => id)
    const answers = await answersTo(ids.map((id) => call("eth_chainId", [], id)))
    expect(answers.map(({ id }) => id)).to.deep.equal(ids)

    const { publicClient } = devnet.chains["alpha"]!
    const height = await publicClient.getBlockNumber()
    const refused = await (await post([...ids, 0].map((id) => call("evm_mine", [], id)))).json()
    expect(refused).to.have.nested.property("error.message").that.contains("1001 requests").and.contains("at most 1000")
    const silent = { jsonrpc: "2.0", method: "evm_mine" }
    expect(await (await post([...ids, 0].map(() => silent))).json()).to.have.nested.property("error.code", -32600)
    expect(await publicClient.getBlockNumber()).to.equal(height)
  })

  // app.ts has the exact limit in every run.
  describe("for a body", () => {
    const limit = 10 * 1024 * 1024
    const filled = (size: number) => {
      const empty = JSON.stringify(call("eth_chainId", [""]))
      return JSON.stringify(call("eth_chainId", ["x".repeat(size - empty.length)]))
    }
    const stream = (text: string) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          const bytes = new TextEncoder().encode(text)
          for (let from = 0; from < bytes.length; from += 65_536)
            controller.enqueue(bytes.subarray(from, from + 65_536))
          controller.close()
        },
      })
    const isTooLarge = async (response: Response) => {
      expect(response.status).to.equal(413)
      // Each API has its own shape of errors.
      const body = (await response.json()) as { message?: string; error?: string | { message: string } }
      const { message = body.error } = body
      expect(message).to.contain("10 MiB")
      if (response.url.includes("/rpc/")) expect(body.error).to.have.property("message", message)
    }

    deepIt("of exactly 10 MiB answer it, and of a byte more 413, on every route", async () => {
      const url = `${devnet.url}/rpc/alpha`
      expect((await fetch(url, { method: "POST", headers, body: filled(limit) })).status).to.equal(200)
      for (const path of ["/gateway/getAddresses", "/rpc/alpha", "/nowhere"]) {
        await isTooLarge(await fetch(`${devnet.url}${path}`, { method: "POST", headers, body: filled(limit + 1) }))
      }
    })

    deepIt("that comes in pieces, without a length, do the same", async () => {
      const send = (size: number) =>
        fetch(`${devnet.url}/rpc/alpha`, {
          method: "POST",
          headers,
          body: stream(filled(size)),
          duplex: "half",
        })
      expect((await send(limit)).status).to.equal(200)
      await isTooLarge(await send(limit + 1))
    })
  })
})

describe("a batch of JSON-RPC", () => {
  const batchOf = (size: number) => JSON.stringify(Array.from({ length: size }, (_, id) => call("work", [], id)))

  it("is performed no further than its answers are read, and no more once the reader is gone", async () => {
    let performed = 0
    const app = rpcRoutes([chainThat(() => Promise.resolve((performed += 1)))])
    const response = await app.request("/fake", { method: "POST", headers, body: batchOf(1000) })
    const reader = response.body!.getReader()
    for (let read = 1; read <= 5; read += 1) {
      await reader.read()
      expect(performed).to.equal(read)
    }
    await reader.cancel()
    expect(performed).to.equal(5)
  })

  for (const [kind, withIds] of [
    ["that is answered", true],
    ["of notifications", false],
  ] as const) {
    it(`${kind} stops when its client goes away`, async () => {
      let performed = 0
      const third = Promise.withResolvers<undefined>()
      const reached = Promise.withResolvers<undefined>()
      const chain = chainThat(async () => {
        performed += 1
        if (performed < 3) return 0
        reached.resolve(undefined)
        await third.promise
        return 0
      })
      const gone = Promise.withResolvers<undefined>()
      const app = rpcRoutes([chain])
      const server = await listen((incoming) => {
        incoming.signal.addEventListener("abort", () => {
          gone.resolve(undefined)
        })
        return app.fetch(incoming)
      }, 0)
      const client = request(`${server.url}/fake`, { method: "POST", headers })
      client.on("error", () => undefined)
      const notification = JSON.stringify({ jsonrpc: "2.0", method: "work" })
      client.end(withIds ? batchOf(1000) : `[${Array.from({ length: 1000 }, () => notification).join()}]`)
      await reached.promise
      client.destroy()
      await gone.promise
      third.resolve(undefined)
      await server.close()
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      expect(performed).to.equal(3)
    })
  }

  it("goes on after an answer that is too large for JSON", async () => {
    const circle: Record<string, unknown> = {}
    circle["circle"] = circle
    const answers = [1, circle, 3]
    const app = rpcRoutes([chainThat(() => Promise.resolve(answers.shift()))])
    const response = await app.request("/fake", { method: "POST", headers, body: batchOf(3) })
    const [first, second, third] = (await response.json()) as Answer[]
    expect([first?.result, second?.error?.code, third?.result]).to.deep.equal([1, -32603, 3])
  })
})

/** A chain whose every request is answered so. */
function chainThat(answer: () => Promise<unknown>): LocalChain {
  return { name: "fake", provider: { request: answer } } as unknown as LocalChain
}
