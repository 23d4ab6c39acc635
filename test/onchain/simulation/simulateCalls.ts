import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { type Address, type Client, createClient, custom, type Hex } from "viem"
import { concatHex, getAddress, pad, size, toEventSelector, toHex } from "viem/utils"

import { simulateCalls } from "#src/onchain/simulation/simulateCalls.js"
import { failure } from "#test/fixtures/failure.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

const other: Address = "0x000000000000000000000000000000000000bEEF"
const topic = pad("0x2a")
const log1: Hex = "0x602a60206000a1"
/** Pays 5 wei to `other`. */
const payOther: Hex = "0x6000600060006000600561beef5af1"
const revertWithOneWord: Hex = "0x60aa60005260206000fd"

describe("simulateCalls, on a local chain", () => {
  let connection: Awaited<ReturnType<typeof hre.network.create>>
  let client: Client
  before(async () => {
    connection = await hre.network.create()
    client = createClient({ transport: custom(connection.provider, { retryCount: 0 }) })
  })
  after(() => connection.close())

  async function deploy(...code: Hex[]): Promise<Address> {
    const runtime = concatHex(code)
    const length = toHex(size(runtime), { size: 1 })
    const data = concatHex(["0x60", length, "0x600c600039", "0x60", length, "0x6000f3", runtime])
    const hash: unknown = await connection.provider.request({
      method: "eth_sendTransaction",
      params: [{ from: account, data }],
    })
    const receipt: unknown = await connection.provider.request({ method: "eth_getTransactionReceipt", params: [hash] })
    return (receipt as { contractAddress: Address }).contractAddress
  }

  it("returns the logs and the native currency that a call would move, and sends nothing", async () => {
    const to = await deploy(log1, payOther, "0x00")
    const simulation = await simulateCalls(client, { account, calls: [{ to, data: "0x", value: 16n }] })
    if (simulation?.status !== "success") throw new Error("it reverted")
    expect(simulation.logs).to.have.length(1)
    expect(simulation.logs[0]?.address.toLowerCase()).to.equal(to)
    expect(simulation.logs[0]?.topics).to.deep.equal([topic])
    expect(simulation.nativeTransfers.map(({ value }) => value)).to.deep.equal([16n, 5n])
    expect(simulation.nativeTransfers[1]?.to).to.equal(other)
    expect(await connection.provider.request({ method: "eth_getBalance", params: [other, "latest"] })).to.equal("0x0")
  })

  it("leaves out what a call does that reverts inside another", async () => {
    const inner = await deploy(log1, payOther, revertWithOneWord)
    const to = await deploy("0x6000600060006000600573", inner, "0x5af1", log1, "0x00")
    const simulation = await simulateCalls(client, { account, calls: [{ to, data: "0x", value: 16n }] })
    if (simulation?.status !== "success") throw new Error("it reverted")
    expect(simulation.logs.map(({ address }) => address.toLowerCase())).to.deep.equal([to])
    expect(simulation.nativeTransfers.map(({ value }) => value)).to.deep.equal([16n])
  })

  it("moves nothing without a call, and asks no node for that", async () => {
    const { client: unasked } = fakeNode(() => new Error("asked"))
    const nothing = { status: "success", logs: [], nativeTransfers: [], outputs: [] }
    expect(await simulateCalls(unasked, { account, calls: [] })).to.deep.equal(nothing)
  })

  it("returns the revert data of a call that reverts", async () => {
    const to = await deploy(revertWithOneWord)
    expect(await simulateCalls(client, { account, calls: [{ to, data: "0x" }] })).to.deep.equal({
      status: "reverted",
      index: 0,
      data: pad("0xaa"),
    })
  })

  it("cannot simulate two calls, because the chain has no eth_simulateV1", async () => {
    const call = { to: await deploy(log1, "0x00"), data: "0x" as const }
    expect(await simulateCalls(client, { account, calls: [call, call] })).to.equal(undefined)
  })
})

describe("simulateCalls, by eth_simulateV1", () => {
  const transfer = toEventSelector("Transfer(address,address,uint256)")
  const [sender, receiver] = [account, other].map((address) => pad(address.toLowerCase() as Hex))
  const native = {
    address: "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
    topics: [transfer, sender, receiver],
    data: pad("0x05"),
  }
  const log = { address: other, topics: [topic], data: "0x" }
  // A token's own transfer, and logs at the address of the native currency that are none.
  const token = { ...log, topics: native.topics }
  const at = { address: getAddress(native.address), data: "0x" }
  const [short, odd] = [
    [transfer, sender],
    [topic, sender, receiver],
  ].map((topics) => ({ ...at, topics }))
  const success = (...logs: unknown[]) => ({ status: "0x1", returnData: "0x", gasUsed: "0x1", logs })
  const call = { to: other, data: "0x" as const }

  const nodeThat = (answer: (params: readonly unknown[]) => unknown) => fakeNode({ eth_simulateV1: answer })

  it("simulates the calls in one block, and tells native currency from tokens", async () => {
    const seen: unknown[] = []
    const { client, asked } = nodeThat((params) => {
      seen.push(params)
      return [{ number: "0x1", calls: [success(log, token), success(native, short, odd)] }]
    })
    const simulation = await simulateCalls(client, { account, calls: [call, { ...call, value: 5n }], blockNumber: 7n })
    expect(simulation).to.deep.equal({
      status: "success",
      logs: [log, token, short, odd],
      nativeTransfers: [{ from: account, to: other, value: 5n }],
      outputs: ["0x", "0x"],
    })
    expect(asked).to.deep.equal(["eth_simulateV1"])
    const calls = [
      { from: account, ...call, value: "0x0" },
      { from: account, ...call, value: "0x5" },
    ]
    expect(seen).to.deep.equal([[{ blockStateCalls: [{ calls }], traceTransfers: true }, "0x7"]])
  })

  it("simulates on the newest block unless it is told, and asks nothing about no call", async () => {
    const blocks: unknown[] = []
    const { client, asked } = nodeThat((params) => {
      blocks.push((params as unknown[])[1])
      return [{ calls: [success()] }]
    })
    await simulateCalls(client, { account, calls: [call] })
    expect(blocks).to.deep.equal(["latest"])
    expect(await simulateCalls(client, { account, calls: [] })).to.deep.equal({
      ...{ status: "success", logs: [], nativeTransfers: [], outputs: [] },
    })
    expect(asked).to.have.length(1)
    const reverting = nodeThat(() => [{ calls: [{ status: "0x0", returnData: "0xab", logs: [] }] }])
    expect(await simulateCalls(reverting.client, { account, calls: [call] })).to.deep.equal({
      ...{ status: "reverted", index: 0, data: "0xab" },
    })
  })

  it("returns which call reverts, and its data", async () => {
    const { client } = nodeThat(() => [
      { calls: [success(), { status: "0x0", returnData: "0x", logs: [], error: { code: 3, data: "0xAA" } }] },
    ])
    const simulation = await simulateCalls(client, { account, calls: [call, call] })
    expect(simulation).to.deep.equal({ status: "reverted", index: 1, data: "0xaa" })
  })

  it("returns nothing if the node has no method for it", async () => {
    for (const error of [
      { code: -32_601, message: "no" },
      { code: -32_000, message: "Method eth_simulateV1 is not supported" },
      { code: 4100, message: "not on your plan" },
    ]) {
      const { client, asked } = nodeThat(() => {
        throw Object.assign(new Error(error.message), { code: error.code })
      })
      expect(await simulateCalls(client, { account, calls: [call] })).to.equal(undefined)
      expect(asked).to.deep.equal(["eth_simulateV1", "debug_traceCall"])
    }
  })

  it("does not take a node that fails for one that lacks the method", async () => {
    const { client, asked } = nodeThat(() => {
      throw Object.assign(new Error("rate limit exceeded"), { code: -32_005 })
    })
    expect((await failure(simulateCalls(client, { account, calls: [call] }))).code).to.equal("NODE_FAILED")
    expect(asked).to.deep.equal(["eth_simulateV1"])
  })

  it("refuses a malformed answer", async () => {
    for (const answer of [
      null,
      [],
      [{}],
      [{ calls: [] }],
      [{ calls: [success(), success()] }],
      [{ calls: [success({ ...log, topics: ["0x2a"] })] }],
      [{ calls: [success({ ...log, address: "0x1" })] }],
      [{ calls: [{ ...success(), status: 1 }] }],
    ]) {
      const { client } = nodeThat(() => answer)
      const error = await failure(simulateCalls(client, { account, calls: [call] }))
      expect(error.code, JSON.stringify(answer)).to.equal("NODE_FAILED")
    }
    // Where in it, and what is wrong there.
    const { client } = nodeThat(() => [{ calls: [{ ...success(), status: 1 }] }])
    const { facts } = await failure(simulateCalls(client, { account, calls: [call] }))
    expect(facts["reason"]).to.match(/malformed: 0\.calls\.0\.status \w+/)
  })
})
