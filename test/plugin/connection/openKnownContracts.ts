import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { openKnownContracts } from "#src/plugin/connection/openKnownContracts.js"
import { projectSwitchboards } from "#src/plugin/connection/projectSwitchboards.js"
import type { ChainEntry } from "#src/primitives/chains.js"

describe("what a project knows", () => {
  it("has each switchboard of its deployments on its own chain, for the chain that it is a path to", async () => {
    const chains = Object.fromEntries(
      Object.entries({ one: 42_161, two: 10 }).map(([name, slug]) => [name, { slug, network: name } as ChainEntry]),
    )
    const plugs = { chains, contracts: {}, messaging: {}, gateway: { network: "gateway" } }
    const config = {
      plugs,
      networks: { gateway: { chainId: 41_000 } },
      paths: { root: "/nowhere", ignition: "/nowhere" },
    }
    const isKnown = await openKnownContracts({ config, artifacts: {} } as never, () => Promise.resolve(undefined))
    const known = await projectSwitchboards(
      Object.entries(chains).map(([name, chain]) => ({ ...chain, name })),
      { messaging: {} } as never,
    )
    const there: Address = known("FAST", "one", "two") ?? zeroAddress
    const places = [
      { slug: 42_161, otherSlug: 10 },
      { slug: 10, otherSlug: 42_161 },
      { slug: 42_161, otherSlug: undefined },
    ]
    expect(await Promise.all(places.map(async (place) => await isKnown({ ...place, address: there })))).to.deep.equal([
      ...[true, false, false],
    ])
  })
})
