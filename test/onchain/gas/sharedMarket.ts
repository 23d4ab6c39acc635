import { expect } from "chai"
import { describe, it } from "mocha"
import type { Client } from "viem"

import { type GasTally, limitsOf, withSharedTally } from "#src/onchain/gas/GasPlan.js"
import { readSharedMarket } from "#src/onchain/gas/planGas.js"
import { createFeeNode } from "#test/fixtures/servers/nodes/feeNode.js"

describe("what transactions share that are counted together", () => {
  it("is one tally: the given one, or a new one", () => {
    const gasTally = { spent: 7n }
    expect(withSharedTally({ maxGasCost: 9n, gasTally }).gasTally).to.equal(gasTally)
    expect(withSharedTally({ maxGasCost: 9n })).to.deep.equal({ maxGasCost: 9n, gasTally: { spent: 0n } })
  })

  it("is limited to what was shown, on chains with a base fee and without", () => {
    const price = { maxFeePerGas: 5n, maxPriorityFeePerGas: 2n }
    expect(limitsOf({ price, cost: 500n })).to.deep.equal({ maxGasPrice: 5n, maxGasCost: 500n })
    expect(limitsOf({ price: { gasPrice: 3n }, cost: 300n })).to.deep.equal({ maxGasPrice: 3n, maxGasCost: 300n })
  })

  const [cheap, dear] = [createFeeNode({ baseFee: 10n }), createFeeNode({ baseFee: 9_000n })]
  const known = { baseFee: 500n, tip: 0n, usual: undefined }
  const baseFeeOf = async (tally: GasTally | undefined) => (await readSharedMarket(cheap, undefined, tally)).baseFee

  it("is one reading of what gas costs, of the same node and not older than two seconds", async () => {
    Object.defineProperty(performance, "now", { configurable: true, value: () => 7_000 })
    try {
      const ofReading = (client: Client, at: number) => baseFeeOf({ spent: 0n, market: { client, at, market: known } })
      expect([await ofReading(cheap, 7_000), await ofReading(cheap, 5_001)]).to.deep.equal([500n, 500n])
      expect([await ofReading(cheap, 5_000), await ofReading(dear, 7_000)]).to.deep.equal([10n, 10n])
      expect(await baseFeeOf(undefined)).to.equal(10n)
    } finally {
      Reflect.deleteProperty(performance, "now")
    }
  })

  it("is kept by a batch, and read anew by transactions that wait for each other", async () => {
    const [batch, single]: GasTally[] = [{ spent: 0n, isBatch: true }, { spent: 0n }]
    for (const tally of [batch, single]) await baseFeeOf(tally)
    expect(batch?.market).to.deep.include({ client: cheap, market: { ...known, baseFee: 10n } })
    expect(single).to.not.have.property("market")
  })
})
