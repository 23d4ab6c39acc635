import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, type EIP1193RequestFn } from "viem"
import { getBlock, getBlockNumber, getCode } from "viem/actions"

import { guardClient } from "../../src/explaining/guardClient.js"
import { systemClock } from "../../src/primitives/clock.js"

/** A guarded client of a node, whose time limits are over at once. */
function guarded(request: (asked: { method: string; params?: unknown }) => Promise<unknown>) {
  const client = createClient({ transport: custom({ request: request as EIP1193RequestFn }, { retryCount: 0 }) })
  return guardClient(client, { clock: { ...systemClock, sleep: () => systemClock.sleep(5) } })
}

const refusal = (asking: Promise<unknown>): Promise<string> => asking.then(() => "answered", String)

const address = "0x1111111111111111111111111111111111111111"

describe("guardClient", () => {
  it("waits for a silent method once, and asks for others", async () => {
    const asked: string[] = []
    const client = guarded(({ method }) => {
      asked.push(method)
      return method === "eth_getCode" ? new Promise(() => undefined) : Promise.resolve("0x1")
    })
    for (let times = 0; times < 3; times += 1) {
      const error = await refusal(getCode(client, { address }))
      expect(error).to.contain("It did not answer eth_getCode within 8 s.")
      expect(await getBlockNumber(client, { cacheTime: 0 })).to.equal(1n)
    }
    expect(asked).to.deep.equal(["eth_getCode", "eth_blockNumber", "eth_blockNumber", "eth_blockNumber"])
  })

  it("takes a pending block without hash and number, and no other block", async () => {
    const block = { timestamp: "0x10", number: null, hash: null, transactions: [] }
    const client = guarded(() => Promise.resolve(block))
    expect(await getBlock(client, { blockTag: "pending" })).to.include({ timestamp: 16n })
    const error = await refusal(getBlock(client))
    expect(error).to.contain("Its answer to eth_getBlockByNumber does not have the form of one.")
  })

  it("refuses nonsense for a block number", async () => {
    for (const answer of ["nonsense", null, 7, {}]) {
      const client = guarded(() => Promise.resolve(answer))
      const error = await refusal(getBlockNumber(client, { cacheTime: 0 }))
      expect(error, JSON.stringify(answer)).to.contain("does not have the form of one")
    }
  })

  it("asks by the name latest where a node has no state of its newest block by its number, and for no older block", async () => {
    const asked: unknown[] = []
    const request = ({ method, params }: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
      if (method === "eth_getBlockByNumber") return Promise.resolve({ number: "0x7", timestamp: "0x1", hash: "0x01" })
      asked.push(params?.[1])
      if (params?.[1] !== "latest") return Promise.reject(new Error("missing trie node 0x12"))
      return Promise.resolve("0x2a")
    }
    const inner = createClient({ transport: custom({ request: request as EIP1193RequestFn }, { retryCount: 0 }) })
    const client = guardClient(inner, { clock: systemClock })
    const ask = (block: string) =>
      client.request({ method: "eth_call", params: [{ to: "0x01" }, block] } as never).catch(() => "failed")
    await client.request({ method: "eth_getBlockByNumber", params: ["latest", false] })
    expect(await ask("0x7")).to.equal("0x2a")
    expect(await ask("0x6")).to.equal("failed")
    expect(asked).to.deep.equal(["0x7", "latest", "0x6"])
  })
})
