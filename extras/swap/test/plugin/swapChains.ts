import { expect } from "chai"
import type { HardhatConfig } from "hardhat/types/config"
import { describe, it } from "mocha"

import { readSwapChain } from "#extras/swap/src/plugin/swapChains.js"
import { chainIdOf } from "#src/plugin/config/chainsOf.js"
import { thrown } from "#test/fixtures/failure.js"

const config = {
  networks: { arb: { chainId: 42161 }, other: {} },
  plugs: {
    chains: {
      arbitrum: { slug: 7, network: "arb" },
      plain: { slug: 99, network: "other" },
      away: { slug: 8, network: "none" },
    },
    unidentified: {},
  },
} as unknown as Pick<HardhatConfig, "networks" | "plugs">

describe("chains as the swap API knows them", () => {
  it("have the id of their network, or else their slug", () => {
    const ids = ["arb", "other", "none"].map((network) => chainIdOf({ name: "x", network, slug: 5 }, config))
    expect(ids).to.deep.equal([42161, 5, 5])
  })

  it("are read by name, or by an id that need not be configured", () => {
    const read = (reference: string | number) => readSwapChain(reference, "--to", config)
    expect([" arbitrum ", 42161, "42161", "7", 99, "5000", "9007199254740991"].map(read)).to.deep.equal([
      { name: "arbitrum", chainId: 42161 },
      { name: "arbitrum", chainId: 42161 },
      { name: "arbitrum", chainId: 42161 },
      { name: "7", chainId: 7 },
      { name: "plain", chainId: 99 },
      { name: "5000", chainId: 5000 },
      { name: "9007199254740991", chainId: 9_007_199_254_740_991 },
    ])
    for (const wrong of ["arbitrun", "9007199254740992", "-1", "1.5", ""])
      expect(
        thrown(() => read(wrong)),
        wrong,
      ).to.include({ code: "INVALID_INPUT", argument: "--to" })
  })
})
