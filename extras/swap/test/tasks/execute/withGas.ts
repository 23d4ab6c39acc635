import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData, parseAbi, parseGwei } from "viem"

import type { SwapRun } from "#extras/swap/tasks/execute/openSwapRun.js"
import { withGas } from "#extras/swap/tasks/execute/withGas.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { dai, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const swap = { chainId: 41_001, to: router, data: "0x12345678", value: 5n } as const
const approve = encodeFunctionData({
  abi: parseAbi(["function approve(address,uint256)"]),
  args: [usdc, 7n],
})

/** A run whose node says that a call of the token needs 100,000 gas, and one of the router 300,000, for 1 gwei each. */
function runOf(limits: Partial<SwapRun["limits"]> = {}) {
  const estimated: object[] = []
  const { client } = fakeNode({
    ...{ eth_chainId: () => "0xa029", eth_maxPriorityFeePerGas: () => "0x0", eth_gasPrice: () => "0x3b9aca00" },
    eth_getBlockByNumber: () => ({ number: "0x9", baseFeePerGas: "0x3b9aca00", transactions: [] }),
    eth_estimateGas: ([{ from, to, data, value }]: [Record<string, string>]) => {
      estimated.push({ from, to, data, value: BigInt(value ?? 0) })
      return to === router ? "0x493e0" : "0x186a0"
    },
  })
  const run = { publicClient: client, walletClient: { account: { address: user } }, limits, signal: "kept" }
  return { run: run as unknown as SwapRun, estimated }
}

const called = (to: Address, data: string, value = 0n) => ({ from: user, to, data, value })

describe("withGas", () => {
  it("counts the approval of exactly that much and the swap, or the swap alone, and then pays no more", async () => {
    const costs: bigint[] = []
    for (const [approval, calls] of [
      [{ token: dai, spender: usdc, amount: 7n }, [called(dai, approve), called(router, "0x12345678", 5n)]],
      [undefined, [called(router, "0x12345678", 5n)]],
    ] as const) {
      const { run, estimated } = runOf({ acceptLoss: 3, maxGasCost: 10n ** 18n })
      const { gas, limited } = await withGas(run, { approval, transaction: swap })
      expect(estimated).to.have.deep.members([...calls])
      expect(limited).to.deep.equal({ ...run, limits: { acceptLoss: 3, ...gas.limits } })
      expect(gas.limits).to.deep.equal({ maxGasPrice: parseGwei("2"), maxGasCost: gas.cost })
      costs.push(gas.cost)
    }
    const [both = 0n, alone = 0n] = costs
    expect(alone).to.be.greaterThan(300_000n * parseGwei("1"))
    expect(both - alone)
      .to.be.greaterThan(100_000n * parseGwei("1"))
      .and.lessThan(alone)
  })
})
