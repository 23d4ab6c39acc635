import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { before, describe, it } from "mocha"
import type { Address } from "viem"

import type { Deployments } from "../../../../src/messaging/deployments/ChainDeployment.js"
import { findDeployment, loadDeployments } from "../../../../src/messaging/deployments/findDeployment.js"
import { systemClock } from "../../../../src/primitives/clock.js"
import { openWiringChains, siblingsElsewhere } from "../../../../tasks/messaging/wire/openWiringChains.js"
import { failure } from "../../../fixtures/failure.js"
import { projectConfig } from "../../../fixtures/projects/projectConfig.js"
import { temporaryFolder } from "../../../fixtures/projects/temporaryFolder.js"
import { startKnownChainNode } from "../../../fixtures/servers/nodes/knownChainNode.js"

describe("openWiringChains", () => {
  const known = { chainId: 42_161, name: "arbitrum", network: "arb" }

  /** Opens the chain of a node, which has no account. */
  async function open(
    chain: { readonly slug: number; readonly socket?: Address },
    { signal = new AbortController().signal, counted = { open: 0 } } = {},
  ) {
    await using node = await startKnownChainNode(known)
    await using folder = await temporaryFolder()
    const hre = await createHardhatRuntimeEnvironment(
      projectConfig({
        ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_ARTIFACTS: "none" },
        PLUGS_TEST_NETWORKS: JSON.stringify({ arb: { type: "http", url: node.url } }),
      }),
    )
    const config = { ...hre.config, paths: { ...hre.config.paths, root: folder.path } }
    const create: typeof hre.network.create = async (asked) => {
      const connection = await hre.network.create(asked)
      const close = connection.close.bind(connection)
      counted.open += 1
      connection.close = async () => {
        counted.open -= 1
        await close()
      }
      return connection
    }
    const entry = { name: known.name, network: known.network, ...chain }
    await using opened = await openWiringChains(
      { ...hre, config, network: { ...hre.network, create } },
      {
        ...{ names: [known.name], chains: [entry, { ...entry, name: "other", slug: 7 }], isDryRun: false },
        ...{ signal, clock: systemClock, onWait: () => undefined },
      },
    )
    const { [known.name]: own, other } = opened.chains
    return { own, other, forks: opened.forks.size }
  }

  it("finds the socket of a public chain, of a network without an account, and leaves the others alone", async () => {
    const { slug, socket } = (await findDeployment(known.chainId))!
    const found = await open({ slug })
    expect(found.own).to.deep.include({ slug, socket, walletClient: undefined })
    expect([found.other, found.forks]).to.deep.equal([{ slug: 7 }, 0])
    const configured: Address = "0x00000000000000000000000000000000000000A1"
    expect((await open({ slug, socket: configured })).own).to.include({ socket: configured })
  })

  it("wants a socket where the slug is not that of the chain, and ends with the signal", async () => {
    const counted = { open: 0 }
    expect(await failure(open({ slug: 41_001 }, { counted }))).to.include({ code: "INVALID_INPUT" })
    expect(counted, "nobody is left to close it").to.deep.equal({ open: 0 })
    const { slug } = (await findDeployment(known.chainId))!
    expect(await failure(open({ slug }, { signal: AbortSignal.abort() }))).to.include({ code: "ABORTED" })
  })
})

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
