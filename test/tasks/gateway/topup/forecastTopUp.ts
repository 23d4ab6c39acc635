import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData, parseAbi, parseGwei } from "viem"

import { forecastTopUp } from "#tasks/gateway/topup.js"
import type { OpenedTopUp } from "#tasks/gateway/topup/openTopUp.js"
import { failure } from "#test/fixtures/failure.js"
import { createFeeNode } from "#test/fixtures/servers/nodes/feeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [feesManager, receiver, feesPlug, token, account] = [at(1), at(2), at(3), at(4), at(5)]
const abi = parseAbi([
  "function wrap(address receiver) payable",
  "function approve(address spender, uint256 amount)",
  "function depositCredit(address token, address receiver, uint256 amount)",
])

/** Forecasts a top-up with 7 of what pays for it, and returns the cost and what the node was asked to estimate. */
async function forecast(deposit: object | undefined, maxGasCost?: bigint) {
  const node = createFeeNode({ baseFee: parseGwei("1") })
  const estimated: unknown[] = []
  const request = (asked: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown> => {
    if (asked.method === "eth_estimateGas") estimated.push(asked.params?.[0])
    return node.request(asked as never)
  }
  const opened = { feesManager, receiver, payment: { chain: { client: { ...node, request } }, deposit } }
  const gas = await forecastTopUp(opened as unknown as OpenedTopUp, { amount: 7n, account, limits: { maxGasCost } })
  return { cost: gas.cost, estimated }
}
const one = 100_000n * parseGwei("2")

describe("forecastTopUp", () => {
  it("is the gas of what wraps the amount for the receiver on the gateway chain", async () => {
    const data = encodeFunctionData({ abi, functionName: "wrap", args: [receiver] })
    expect(await forecast(undefined)).to.deep.equal({
      cost: one,
      estimated: [{ from: account, to: feesManager, data, value: "0x7" }],
    })
  })

  it("is the gas of an approval and of a deposit of the amount, which pay nothing themselves, elsewhere", async () => {
    const call = { from: account, value: "0x0" }
    const approve = encodeFunctionData({ abi, functionName: "approve", args: [feesPlug, 7n] })
    const deposit = encodeFunctionData({ abi, functionName: "depositCredit", args: [token, receiver, 7n] })
    expect(await forecast({ feesPlug, token })).to.deep.equal({
      cost: 2n * one,
      estimated: [
        { ...call, to: token, data: approve },
        { ...call, to: feesPlug, data: deposit },
      ],
    })
  })

  it("costs no more than its limit, and is refused below what all of it needs now", async () => {
    // At the price of this block, which is half of what is allowed for.
    const least = one / 2n
    for (const [deposit, cost] of [
      [undefined, least],
      [{ feesPlug, token }, one + least],
    ] as const) {
      expect((await forecast(deposit, cost)).cost).to.equal(cost)
      expect((await failure(forecast(deposit, cost - 1n))).code).to.equal("GAS_TOO_EXPENSIVE")
    }
  })
})
