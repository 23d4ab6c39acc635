import { expect } from "chai"
import { before, describe, it } from "mocha"

import type { Deployments } from "../../../../src/messaging/deployments/ChainDeployment.js"
import { loadDeployments } from "../../../../src/messaging/deployments/findDeployment.js"
import { siblingsElsewhere } from "../../../../tasks/messaging/wire/openWiringChains.js"

describe("the chains of the public deployments beside those of a wiring", () => {
  let known: Deployments
  before(async () => {
    known = (await loadDeployments()).filter(({ isRetired }) => isRetired !== true)
  })

  it("are those in use of the deployments that wired chains belong to, unless the configuration has them", async () => {
    const [first, second] = known.filter(({ isMainnet }) => isMainnet) as [Deployments[number], Deployments[number]]
    const test = known.find(({ isMainnet }) => !isMainnet)!
    const own = { name: "mine", slug: 41_001 }
    const entry = ({ slug }: Deployments[number], name: string) => ({ name, slug })
    const others = async (chains: Parameters<typeof siblingsElsewhere>[0], names: readonly string[]) =>
      Object.entries(await siblingsElsewhere(chains, names))
    const without = (isMainnet: boolean | undefined, ...slugs: number[]) =>
      known
        .filter((one) => (isMainnet === undefined || one.isMainnet === isMainnet) && !slugs.includes(one.slug))
        .map(({ name, slug }) => [name, { slug }])

    const chains = [own, entry(first, "here"), entry(second, "there")]
    expect(await others(chains, ["here", "mine"])).to.deep.equal(without(true, first.slug, second.slug))
    expect(await others([own, entry(test, "here")], ["here"])).to.deep.equal(without(false, test.slug))
    const both = [entry(first, "here"), entry(test, "test")]
    expect(await others(both, ["here", "test"])).to.deep.equal(without(undefined, first.slug, test.slug))
    // Configured, and not wired.
    expect(await others(both, ["test"])).to.deep.equal(without(false, test.slug))
    expect(await others(chains, ["mine"])).to.deep.equal([])
  })
})
