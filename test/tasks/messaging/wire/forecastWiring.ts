import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEther, parseGwei } from "viem"

import type { WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import type { GasArguments } from "#src/plugin/config/gasLimits.js"
import { forecastWiring } from "#tasks/messaging/wire/confirmPlan.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { createFeeNode, type Fees } from "#test/fixtures/servers/nodes/feeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

const change = (chain: string, status: "ready" | "elsewhere" | "blocked" = "ready") => ({
  ...{ chain, status, plug: at(1), data: "0x12" },
})
const chainOf = (fees: Fees, hasWallet = true) => ({
  ...{ slug: 1, publicClient: createFeeNode(fees) },
  walletClient: hasWallet ? { account: { address: at(9) } } : undefined,
})
const gas = 100_000n

/** Forecasts changes of these chains. */
async function forecast(
  changes: readonly ReturnType<typeof change>[],
  chains: Readonly<Record<string, object>>,
  args: GasArguments = {},
) {
  const planned = { plan: { changes } as unknown as WiringPlan, chains: chains as unknown as WiringChains }
  const entries = [
    { name: "alpha", slug: 1, network: "alpha", maxGasCost: "0.01" },
    { name: "beta", slug: 2, network: "beta" },
  ]
  const found = await forecastWiring(planned, args, entries)
  const limited = found.limited as unknown as Readonly<Record<string, { gasLimits?: object } | undefined>>
  const limits = Object.keys(chains).map((name) => limited[name]?.gasLimits)
  return { gas: found.gas.map(({ chain, cost }) => [chain, cost]), limits }
}

describe("forecastWiring", () => {
  const [cheap, dear] = [{ baseFee: parseGwei("1") }, { baseFee: parseGwei("3") }]

  it("adds up what is ready on each chain, and limits the chain to that", async () => {
    const changes = [
      change("alpha"),
      change("beta"),
      change("alpha"),
      change("beta", "elsewhere"),
      change("beta", "blocked"),
    ]
    const [ofAlpha, ofBeta] = [2n * gas * parseGwei("2"), gas * parseGwei("6")]
    expect(await forecast(changes, { alpha: chainOf(cheap), beta: chainOf(dear) })).to.deep.equal({
      gas: [
        ["alpha", ofAlpha],
        ["beta", ofBeta],
      ],
      limits: [
        { maxGasPrice: parseGwei("2"), maxGasCost: ofAlpha },
        { maxGasPrice: parseGwei("6"), maxGasCost: ofBeta },
      ],
    })
  })

  it("knows nothing of a chain that does not answer or has no account, and leaves it as it is", async () => {
    const chains = { alpha: { slug: 1, error: new Error("down") }, beta: chainOf(cheap, false), gamma: chainOf(cheap) }
    const changes = [change("alpha"), change("beta"), change("delta"), change("gamma", "elsewhere")]
    expect(await forecast(changes, chains)).to.deep.equal({ gas: [], limits: [undefined, undefined, undefined] })
  })

  it("keeps the limits of the options, or of the chain, where the node does not say what gas costs", async () => {
    const down = chainOf({ baseFee: 1n, gas: new Error("overloaded") })
    const changes = [change("alpha"), change("beta"), change("gamma")]
    const chains = { alpha: down, beta: down, gamma: chainOf(cheap) }
    const ofGamma = gas * parseGwei("2")
    const known = { maxGasPrice: parseGwei("2"), maxGasCost: ofGamma }
    const own = { maxGasPrice: undefined, maxGasCost: undefined }
    expect(await forecast(changes, chains)).to.deep.equal({
      gas: [["gamma", ofGamma]],
      limits: [{ ...own, maxGasCost: parseEther("0.01") }, own, known],
    })
    const given = { maxGasPrice: parseGwei("7"), maxGasCost: parseEther("0.02") }
    expect((await forecast(changes, chains, given)).limits).to.deep.equal([given, given, known])
  })

  it("sends nothing anywhere where one chain is too expensive", async () => {
    const chains = { alpha: chainOf(cheap), beta: chainOf(dear) }
    const changes = [change("alpha"), change("beta")]
    for (const [args, code] of [
      [{ maxGasPrice: parseGwei("2.9") }, "GAS_PRICE_TOO_HIGH"],
      [{ maxGasCost: parseEther("0.0002") }, "GAS_TOO_EXPENSIVE"],
    ] as const) {
      expect((await failure(forecast(changes, chains, args))).code).to.equal(code)
    }
  })
  it("does not take a bug for a node that does not answer", async () => {
    const bug = new TypeError("a bug")
    const { walletClient } = chainOf(cheap)
    const broken = { slug: 1, publicClient: { request: () => Promise.reject(bug) }, walletClient }
    expect(await rejection(forecast([change("alpha")], { alpha: broken }))).to.equal(bug)
  })
})
