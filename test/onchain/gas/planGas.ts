import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEther, parseGwei, zeroAddress } from "viem"
import { gnosis, polygon } from "viem/chains"

import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import { planGas } from "#src/onchain/gas/planGas.js"
import { failure } from "#test/fixtures/failure.js"
import { createFeeNode, type Fees } from "#test/fixtures/servers/nodes/feeNode.js"

describe("planGas", () => {
  const plan = (fees: Fees, limits: GasLimits = {}) =>
    planGas(
      createFeeNode(fees),
      { account: zeroAddress, to: zeroAddress, data: "0x", value: 0n, chainId: fees.chain?.id ?? 41_001 },
      limits,
    )
  const paid = (baseFee: bigint, reward = 0n) => Array.from({ length: 100 }, () => ({ baseFee, reward }))
  const gwei = (text: string): bigint => parseGwei(text)

  it("leaves room for a base fee that doubles, as far as the limit does", async () => {
    const fees = { baseFee: gwei("20"), tip: gwei("1"), history: paid(gwei("20")) }
    expect((await plan(fees)).price).to.deep.equal({ maxFeePerGas: gwei("41"), maxPriorityFeePerGas: gwei("1") })
    const { price, cost } = await plan(fees, { maxGasPrice: gwei("30") })
    expect(price).to.deep.equal({ maxFeePerGas: gwei("30"), maxPriorityFeePerGas: gwei("1") })
    expect(cost).to.equal(100_000n * gwei("30"))
    expect((await plan(fees, { maxGasCost: 100_000n * gwei("25") })).cost).to.equal(100_000n * gwei("25"))
  })

  it("leaves room for gas: a fifth of the estimate, and 100,000 at most", async () => {
    expect((await plan({ gas: 50_000n })).gas).to.equal(60_000n)
    expect((await plan({ gas: 16_000_000n })).gas).to.equal(16_100_000n)
  })

  it("costs nothing where no gas is needed, whatever a gas costs within its limit", async () => {
    const fees = { baseFee: gwei("20"), tip: gwei("1"), gas: 0n }
    const price = { maxFeePerGas: gwei("41"), maxPriorityFeePerGas: gwei("1") }
    expect(await plan(fees)).to.deep.equal({ gas: 0n, price, cost: 0n })
    expect((await failure(plan(fees, { maxGasPrice: gwei("20") }))).code).to.equal("GAS_PRICE_TOO_HIGH")
  })

  it("refuses more than ten times the median of what blocks have paid, tips included", async () => {
    const history = paid(gwei("5"), gwei("1"))
    expect((await plan({ baseFee: gwei("59"), tip: gwei("1"), history })).gas).to.equal(100_000n)
    const error = await failure(plan({ baseFee: gwei("60"), tip: gwei("1"), history }))
    expect(error.code).to.equal("GAS_PRICE_TOO_HIGH")
    expect(error.facts).to.deep.equal({ asked: "61 gwei", "at most": "60 gwei" })
    expect((await failure(plan({ baseFee: gwei("1"), tip: gwei("60"), history }))).code).to.equal("GAS_PRICE_TOO_HIGH")
    const calm = [...paid(gwei("5"), gwei("1")), ...paid(gwei("5000")).slice(0, 90)]
    expect((await failure(plan({ baseFee: gwei("61"), history: calm }))).facts["at most"]).to.equal("60 gwei")
  })

  it("allows 10 gwei where gas costs almost nothing, and 1000 without a history", async () => {
    expect((await plan({ baseFee: 7n, tip: gwei("9"), history: paid(7n) })).gas).to.equal(100_000n)
    expect((await failure(plan({ baseFee: 7n, tip: gwei("10"), history: paid(7n) }))).code).to.equal(
      "GAS_PRICE_TOO_HIGH",
    )
    expect((await plan({ baseFee: gwei("400") })).gas).to.equal(100_000n)
    expect((await failure(plan({ baseFee: gwei("1001") }))).facts["at most"]).to.equal("1000 gwei")
  })

  it("bounds the whole cost by the chain's currency, whatever the history says", async () => {
    const dear = { baseFee: gwei("600"), history: paid(gwei("600")) }
    const error = await failure(plan(dear))
    expect(error.code).to.equal("GAS_TOO_EXPENSIVE")
    expect(error.facts).to.deep.include({
      cost: "0.06 ETH",
      "at most": "0.05 ETH",
      gas: "100000",
      "gas price": "600 gwei",
    })
    expect((await plan({ ...dear, chain: polygon })).cost).to.equal(parseEther("0.12"))
    expect((await plan({ ...dear, chain: gnosis })).cost).to.equal(parseEther("0.12"))
    expect((await failure(plan({ ...dear, chain: polygon, gas: 10n ** 9n }))).facts["at most"]).to.equal("50 POL")
  })

  it("counts what the transactions before it cost", async () => {
    const fees = { baseFee: gwei("1") }
    const gasTally = { spent: parseEther("0.0499") }
    expect((await plan(fees, { gasTally })).cost).to.equal(parseEther("0.0001"))
    const error = await failure(plan(fees, { gasTally: { spent: parseEther("0.04991") } }))
    expect(error.code).to.equal("GAS_TOO_EXPENSIVE")
    expect(error.facts["transactions before"]).to.equal("0.04991 ETH")
  })

  it("pays one price on a chain without a base fee", async () => {
    for (const limits of [{}, { maxGasPrice: gwei("3") }])
      expect((await plan({ tip: gwei("3") }, limits)).price).to.deep.equal({ gasPrice: gwei("3") })
    expect((await failure(plan({ tip: gwei("3") }, { maxGasPrice: gwei("3") - 1n }))).code).to.equal(
      "GAS_PRICE_TOO_HIGH",
    )
    // It has no history to compare it with.
    expect((await plan({ tip: gwei("400") })).cost).to.equal(100_000n * gwei("400"))
    expect((await failure(plan({ tip: gwei("1001") }))).facts["at most"]).to.equal("1000 gwei")
  })
})
