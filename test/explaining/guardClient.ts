import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi } from "viem"
import { call, getBalance, getBlock, getBlockNumber, getCode, getGasPrice } from "viem/actions"

import { guardClient } from "#src/explaining/guard.js"
import { systemClock } from "#src/primitives/clock.js"
import { fakeNode, reverted } from "#test/fixtures/nodes/fakeNode.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"

/** A guarded client of a node, whose time limits are over at once. */
function guarded(answer: (asked: { method: string; params: readonly unknown[] }) => unknown) {
  const { client } = fakeNode(answer)
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
    const client = guarded(() => block)
    expect(await getBlock(client, { blockTag: "pending" })).to.include({ timestamp: 16n })
    const error = await refusal(getBlock(client))
    expect(error).to.contain("Its answer to eth_getBlockByNumber does not have the form of one.")
  })

  it("asks no server that a contract names", async () => {
    let visits = 0
    await using server = await listenLocally((_request, response) => {
      visits++
      response.end(JSON.stringify({ data: "0x2a" }))
    })
    const abi = parseAbi(["error OffchainLookup(address, string[], bytes, bytes4, bytes)"])
    const args = [address, [server.url], "0x01", "0x12345678", "0x02"] as const
    const data = encodeErrorResult({ abi, errorName: "OffchainLookup", args })
    const client = guarded(() => reverted(data))
    expect(await refusal(call(client, { to: address, data: "0x01" }))).to.not.equal("answered")
    expect(visits).to.equal(0)
  })

  it("refuses nonsense for a block number", async () => {
    for (const answer of ["nonsense", null, 7, {}]) {
      const client = guarded(() => answer)
      const error = await refusal(getBlockNumber(client, { cacheTime: 0 }))
      expect(error, JSON.stringify(answer)).to.contain("does not have the form of one")
    }
  })

  it("asks by the name latest where a node has no state of its newest block by its number, and for no older block", async () => {
    const asked: unknown[] = []
    const { client: inner } = fakeNode(({ method, params: [, block] }) => {
      if (method === "eth_getBlockByNumber") return { number: "0x7", timestamp: "0x1", hash: "0x01" }
      asked.push(block)
      return block === "latest" ? "0x2a" : new Error("missing trie node 0x12")
    })
    const client = guardClient(inner, { clock: systemClock })
    const ask = (block: string) =>
      client.request({ method: "eth_call", params: [{ to: "0x01" }, block] } as never).catch(() => "failed")
    await client.request({ method: "eth_getBlockByNumber", params: ["latest", false] })
    expect(await ask("0x7")).to.equal("0x2a")
    expect(await ask("0x6")).to.equal("failed")
    expect(asked).to.deep.equal(["0x7", "latest", "0x6"])
  })

  it("asks the same of one block once, and of a pending one or a number each time", async () => {
    const asked: string[] = []
    const client = guarded(({ method }) => {
      asked.push(method)
      return Promise.resolve("0x1")
    })
    for (let times = 0; times < 2; times += 1) {
      await getCode(client, { address })
      await call(client, { to: address, blockTag: "pending" })
      await getGasPrice(client)
      await getBalance(client, { address })
      await getBlockNumber(client, { cacheTime: 0 })
    }
    await getCode(client, { address: `0x${"2".repeat(40)}` })
    const count = (method: string) => asked.filter((one) => one === method).length
    const methods = ["eth_getCode", "eth_call", "eth_gasPrice", "eth_getBalance", "eth_blockNumber"]
    expect(methods.map(count)).to.deep.equal([2, 2, 1, 1, 2])
  })

  it("does not wait again for a method that is not remembered", async () => {
    let asked = 0
    const client = guarded(() => {
      asked += 1
      return new Promise(() => undefined)
    })
    for (let times = 0; times < 2; times += 1) {
      expect(await refusal(getBalance(client, { address }))).to.contain("It did not answer eth_getBalance within 8 s.")
    }
    expect(asked).to.equal(1)
  })

  it("asks no node twice by itself", async () => {
    let asked = 0
    const client = guarded(() => {
      asked += 1
      return Promise.reject(new Error("busy"))
    })
    await refusal(getBalance(client, { address }))
    expect(asked).to.equal(1)
  })

  it("takes an answer of the right form, and none that lacks something of it", async () => {
    const [word, number, log] = [`0x${"1".repeat(64)}`, "0x1", { address, topics: ["0x12"], data: "0x" }]
    const whole = { ...log, blockNumber: number, transactionHash: word }
    const receipt = { blockNumber: number, transactionHash: word, from: address, logs: [whole] }
    const transaction = { from: address, nonce: number, input: "0x", blockNumber: null }
    const block = { number, timestamp: number, hash: word }
    const forms: [string, readonly unknown[], readonly unknown[]][] = [
      ["eth_call", ["0x", "0xAb"], ["ab", "0xg", 1, null, undefined, ["0x12"]]],
      ["eth_getBalance", [number], ["0x", "1", null]],
      ["eth_getTransactionCount", [number], ["0x"]],
      ["eth_getBlockByHash", [block, null], [{ ...block, hash: null }, "0x1", 7]],
      ["eth_getLogs", [[], [whole]], [null, {}, whole, [log], [whole, log], [{ ...whole, topics: ["0x12", 1] }]]],
      ["eth_getTransactionReceipt", [receipt, null], [{ ...receipt, logs: [log] }, { ...receipt, from: 1 }, 5]],
      [
        "eth_getTransactionByHash",
        [transaction, { ...transaction, blockNumber: number }, null],
        [{}, { ...transaction, nonce: 1 }, { ...transaction, blockNumber: "" }],
      ],
      ["eth_syncing", [false, "anything"], []],
    ]
    for (const [method, right, wrong] of forms) {
      for (const answer of [...right, ...wrong]) {
        const client = guarded(() => answer)
        const ended = await refusal(client.request({ method } as never))
        expect(ended === "answered", `${method} ${JSON.stringify(answer)}`).to.equal(right.includes(answer))
      }
    }
    const pending = { method: "eth_getBlockByNumber", params: ["pending"] }
    const client = guarded(() => Promise.resolve({ timestamp: number }))
    expect(await refusal(client.request(pending as never))).to.equal("answered")
    expect(await refusal(client.request({ ...pending, method: "eth_getBlockByHash" } as never))).to.contain("form")
  })

  it("asks by the name latest only of the block that was the latest, and only where the state is missing", async () => {
    const asked: string[] = []
    const nodeWith = (message: string) =>
      guarded(({ method, params }) => {
        const [first] = params
        if (method === "eth_getBlockByNumber") {
          return Promise.resolve({
            number: first === "latest" ? "0x9" : first,
            timestamp: "0x1",
            hash: "0x1",
            transactions: [],
          })
        }
        asked.push(JSON.stringify(params))
        return JSON.stringify(params).includes("latest") ? Promise.resolve("0x") : Promise.reject(new Error(message))
      })
    const ends = async (message: string, blocks: readonly (bigint | undefined)[], at: bigint) => {
      const client = nodeWith(message)
      asked.length = 0
      for (const blockNumber of blocks) await getBlock(client, blockNumber === undefined ? {} : { blockNumber })
      const ended = await refusal(getCode(client, { address, blockNumber: at }))
      return [ended === "answered", asked.length]
    }
    expect(await ends("missing trie node", [undefined], 9n)).to.deep.equal([true, 2])
    expect(await ends("missing trie node", [], 9n)).to.deep.equal([false, 1])
    expect(await ends("missing trie node", [undefined], 8n)).to.deep.equal([false, 1])
    expect(await ends("out of luck", [undefined], 9n)).to.deep.equal([false, 1])
    // An older block that was read is not the newest one.
    expect(await ends("missing trie node", [undefined, 5n], 9n)).to.deep.equal([true, 2])
    expect(await ends("missing trie node", [5n], 5n)).to.deep.equal([false, 1])
  })
})
