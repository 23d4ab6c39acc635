import { expect } from "chai"
import { describe, it } from "mocha"

import {
  bookChains,
  chainsOf,
  gatewayChainOf,
  maxGasCostOn,
  nameChains,
  slugOf,
  sourceChain,
  sourceChainIfGiven,
} from "#src/plugin/config/chainsOf.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { thrown } from "#test/fixtures/failure.js"

type Config = Parameters<typeof bookChains>[0]
type Chains = Record<string, { slug: number; network: string; maxGasCost?: string }>

const two: Chains = { alpha: { slug: 1, network: "one" }, beta: { slug: 22, network: "two" } }

/** What these functions read of a configuration. */
function configOf(
  chains: Chains,
  { unidentified = {}, networks = {} }: { unidentified?: object; networks?: object } = {},
) {
  const plugs = { chains, unidentified, gateway: { network: "gate" }, devnet: { gateway: { chainId: 43 } } }
  return { plugs: plugs as unknown as PlugsConfig, networks } as unknown as Config
}

describe("the configured chains", () => {
  const { plugs } = configOf(two, { unidentified: { later: { network: "three", maxGasCost: "3" } } })
  const chains = chainsOf(plugs)

  it("are found by their names and their slugs", () => {
    expect([slugOf("beta", "--to", plugs), slugOf("22", "--to", plugs), slugOf(7, "--to", plugs)]).to.deep.equal([
      22, 22, 7,
    ])
    for (const name of ["gamma", "later"])
      expect(thrown(() => slugOf(name, "--to", plugs))).to.include({ code: "INVALID_INPUT", argument: "--to" })
  })

  it("are where a command starts: at --from, or else at --network", () => {
    expect(sourceChain(chains, { from: "beta", network: "one" }).name).to.equal("beta")
    expect(sourceChain(chains, { from: undefined, network: "two" }).name).to.equal("beta")
    expect(thrown(() => sourceChain(chains, { from: undefined, network: undefined }))).to.include({
      argument: "--from",
    })
    for (const where of [
      { from: "beta", network: undefined },
      { from: undefined, network: "two" },
    ])
      expect(sourceChainIfGiven(chains, where)?.name).to.equal("beta")
    expect(sourceChainIfGiven(chains, { from: undefined, network: undefined })).to.equal(undefined)
  })

  it("give a slug the name that comes first, and an unknown one its number", () => {
    const names = nameChains([...chains, { name: "again", slug: 22, network: "two" }])
    expect([names(1), names(22), names(3)]).to.deep.equal(["alpha", "beta", "3"])
  })

  it("say what gas may cost, by their name or their network", () => {
    const costs = configOf({
      alpha: { slug: 1, network: "one" },
      beta: { slug: 22, network: "two", maxGasCost: "0.2" },
    }).plugs
    expect(maxGasCostOn(["beta"], costs)).to.equal("0.2")
    expect(maxGasCostOn(["none", "two"], costs)).to.equal("0.2")
    expect(maxGasCostOn(["alpha"], costs)).to.equal(undefined)
    expect(maxGasCostOn(["three"], plugs)).to.equal("3")
  })

  it("are joined by the gateway's, unless one has its name or its slug", () => {
    const names = (added: Chains) => bookChains(configOf({ ...two, ...added })).map(({ name }) => name)
    const own = gatewayChainOf(configOf(two))
    expect(own).to.include({ name: "gateway", slug: 43, network: "gate" })
    expect(names({})).to.deep.equal(["alpha", "beta", "gateway"])
    expect(names({ gateway: { slug: 9, network: "x" } })).to.deep.equal(["alpha", "beta", "gateway"])
    expect(names({ other: { slug: 43, network: "x" } })).to.deep.equal(["alpha", "beta", "other"])
    const configured = configOf(
      { own: { slug: 5, network: "gate", maxGasCost: "7" } },
      { networks: { gateway: { chainId: 98 }, gate: { chainId: 99 } } },
    )
    expect(gatewayChainOf(configured)).to.include({ slug: 99, maxGasCost: "7" })
  })
})
