import { expect } from "chai"
import { describe, it } from "mocha"

import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { concernsDeployments, type Networks } from "#src/plugin/config/resolvePlugs.js"

describe("whether known deployments can say more of a project", () => {
  const alpha = { slug: 1, network: "alpha", socket: "0x37cc674582049b579571E2FFd890a4d99355f6Ba" }
  const devnet = { gateway: { chainId: 43 }, chains: [{ chainId: 41 }, { chainId: 42 }] }
  const concerns = (networks: Networks, chains: object = { alpha }, unidentified: object = {}) =>
    concernsDeployments({ chains, unidentified, devnet } as unknown as PlugsConfig, networks)

  it("is no where every chain is known or runs on this machine", () => {
    expect(concerns({})).to.equal(false)
    expect(concerns({ one: {}, two: { chainId: 31_337 }, three: { chainId: 42 }, gateway: { chainId: 43 } })).to.equal(
      false,
    )
  })

  it("is yes for a chain of which the slug or the socket is missing, and for a network that leaves this machine", () => {
    expect(concerns({}, { alpha }, { beta: { network: "beta" } })).to.equal(true)
    expect(concerns({}, { alpha, beta: { ...alpha, socket: undefined } })).to.equal(true)
    expect(concerns({ local: { chainId: 41 }, far: { chainId: 10 } })).to.equal(true)
  })
})
