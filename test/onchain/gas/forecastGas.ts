import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEther, parseGwei, zeroAddress } from "viem"

import { forecastGas } from "#src/onchain/gas/forecastGas.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, reverted } from "#test/fixtures/nodes/fakeNode.js"
import { createFeeNode, type Fees } from "#test/fixtures/servers/nodes/feeNode.js"

describe("forecastGas", () => {
  const call = { to: zeroAddress, data: "0x" } as const
  const forecast = (fees: Fees, count: number, maxGasCost?: bigint) =>
    forecastGas(
      createFeeNode(fees),
      Array.from({ length: count }, () => call),
      {
        account: zeroAddress,
        limits: { maxGasCost },
      },
    )

  it("adds up what all transactions cost, and limits them to that", async () => {
    const { cost, native, limits } = await forecast({ baseFee: parseGwei("1") }, 3)
    expect(cost).to.equal(3n * 100_000n * parseGwei("2"))
    expect(native.symbol).to.equal("ETH")
    expect(limits).to.deep.equal({ maxGasPrice: parseGwei("2"), maxGasCost: cost })
  })

  it("asks the node once what gas costs, whatever the number of transactions", async () => {
    const node = createFeeNode({ baseFee: parseGwei("1") })
    const asked: string[] = []
    const request = ((call: { method: string }, ...options: []) => {
      asked.push(call.method)
      return node.request(call as never, ...options)
    }) as typeof node.request
    await forecastGas({ ...node, request }, [call, call, call], { account: zeroAddress })
    const counts = Map.groupBy(asked, (method) => method)
    expect(counts.get("eth_estimateGas")).to.have.lengthOf(3)
    for (const method of ["eth_getBlockByNumber", "eth_feeHistory", "eth_maxPriorityFeePerGas"]) {
      expect(counts.get(method), method).to.have.lengthOf(1)
    }
  })

  it("is nothing for no transaction, and where gas costs nothing", async () => {
    const limits = { maxGasPrice: 0n, maxGasCost: 0n }
    expect(await forecast({ baseFee: parseGwei("1") }, 0)).to.deep.include({ cost: 0n, limits })
    expect(await forecast({ baseFee: 0n }, 2)).to.deep.include({ cost: 0n, limits })
  })

  it("limits the price to the highest, where less is left for a transaction after the first", async () => {
    const { cost, limits } = await forecast({ baseFee: parseGwei("1") }, 2, 350_000n * parseGwei("1"))
    expect(cost).to.equal(350_000n * parseGwei("1"))
    expect(limits).to.deep.equal({ maxGasPrice: parseGwei("2"), maxGasCost: cost })
    expect((await failure(forecast({ baseFee: parseGwei("1") }, 2, 299_999n * parseGwei("1")))).code).to.equal(
      "GAS_TOO_EXPENSIVE",
    )
  })

  it("tells the node what each transaction does and pays, for sixteen at once at most", async () => {
    const node = createFeeNode({ baseFee: 1n })
    let [now, most] = [0, 0]
    const estimated: unknown[] = []
    const request = (async (asked: { method: string; params?: unknown[] }, ...options: []) => {
      if (asked.method !== "eth_estimateGas") return await node.request(asked as never, ...options)
      estimated.push(asked.params?.[0])
      most = Math.max(most, (now += 1))
      await new Promise(setImmediate)
      now -= 1
      return "0x3e8"
    }) as typeof node.request
    const account = `0x${"12".repeat(20)}` as const
    const paid = Array.from({ length: 40 }, (_, index) => ({ ...call, data: "0xda", value: BigInt(index) }) as const)
    const { cost } = await forecastGas({ ...node, request }, [call, ...paid], { account })
    expect([most, cost]).to.deep.equal([16, 41n * 1_200n * 2n])
    const shared = { from: account, to: zeroAddress }
    expect(estimated.slice(0, 4)).to.deep.equal([
      { ...shared, data: "0x", value: "0x0" },
      ...["0x0", "0x1", "0x2"].map((value) => ({ ...shared, data: "0xda", value })),
    ])
  })

  it("refuses several that together cost too much", async () => {
    const fees = { baseFee: parseGwei("100") }
    expect((await forecast(fees, 2)).cost).to.equal(parseEther("0.04"))
    expect((await failure(forecast(fees, 6))).code).to.equal("GAS_TOO_EXPENSIVE")
  })

  it("names the first contract where the node does not estimate", async () => {
    const to = `0x${"12".repeat(20)}` as const
    const node = createFeeNode({ baseFee: 1n, gas: new Error("overloaded") })
    const error = await failure(forecastGas(node, [{ ...call, to }, call], { account: zeroAddress }))
    expect(error).to.include({ code: "NODE_FAILED" })
    expect(error.facts["contract"]).to.equal(to)
  })

  it("names the account where the node of no transaction does not answer", async () => {
    const { client } = fakeNode(() => new Error("overloaded"))
    const error = await failure(forecastGas(client, [], { account: zeroAddress }))
    expect(error).to.include({ code: "NODE_FAILED" })
    expect(error.facts["contract"]).to.equal(zeroAddress)
  })

  it("assumes the gas of what reverts before the transaction before it is mined, up to the limit", async () => {
    const gas = reverted("0x")
    expect((await forecast({ baseFee: parseGwei("1"), gas }, 1)).cost).to.equal(1_000_000n * parseGwei("2"))
    expect((await forecast({ baseFee: parseGwei("100"), gas }, 1)).cost).to.equal(parseEther("0.05"))
    // What is only assumed is refused no more than it is estimated, however much of it there is.
    const { cost, limits } = await forecast({ baseFee: parseGwei("100"), gas }, 3, parseEther("0.1"))
    expect([cost, limits.maxGasPrice]).to.deep.equal([parseEther("0.1"), parseGwei("200")])
  })
})
