import { expect } from "chai"
import { describe, it } from "mocha"

import { networkConfig } from "#src/devnet/chain/chains.js"

describe("the configuration of a chain of the devnet", () => {
  const common = {
    ...{ type: "edr-simulated", chainId: 41_001, hardfork: "osaka" },
    ...{ allowBlocksWithSameTimestamp: true, loggingEnabled: false },
  }
  const chain = { name: "alpha", chainId: 41_001, slug: 7 }

  it("lets blocks share a time, logs nothing, and has the time of its first block only where it is said", () => {
    expect(networkConfig(chain)).to.deep.equal(common)
    expect(networkConfig({ ...chain, hasFreeGas: false }, 1_700_000_000)).to.deep.equal({
      ...common,
      initialDate: new Date("2023-11-14T22:13:20Z"),
    })
  })

  it("has a base fee that stays 0 where gas is free, because no block is ever half full", () => {
    expect(networkConfig({ ...chain, hasFreeGas: true })).to.deep.equal({
      ...common,
      ...{ initialBaseFeePerGas: 0n, blockGasLimit: 2n ** 40n },
    })
  })
})
