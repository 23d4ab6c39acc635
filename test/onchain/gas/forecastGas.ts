import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEther, parseGwei, zeroAddress } from "viem"

import { forecastGas } from "../../../src/onchain/gas/forecastGas.js"
import { failure } from "../../fixtures/failure.js"
import { createFeeNode, type Fees } from "../../fixtures/servers/nodes/feeNode.js"

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

  it("assumes the gas of what reverts before the transaction before it is mined, up to the limit", async () => {
    const gas = Object.assign(new Error("execution reverted"), { code: 3, data: "0x" })
    expect((await forecast({ baseFee: parseGwei("1"), gas }, 1)).cost).to.equal(1_000_000n * parseGwei("2"))
    expect((await forecast({ baseFee: parseGwei("100"), gas }, 1)).cost).to.equal(parseEther("0.05"))
  })
})
