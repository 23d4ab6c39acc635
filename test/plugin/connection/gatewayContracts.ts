import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, createClient, custom, pad } from "viem"

import { gatewayDeploymentOf } from "#src/plugin/config/deployments.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import {
  feesManagerOf,
  feesPlugOf,
  forwarderContractsOf,
  ownContractsOf,
} from "#src/plugin/connection/gatewayContracts.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const [resolver, deployer, beacon, manager, watcher, feesPlug, named]: readonly Address[] = [1, 2, 3, 4, 5, 6, 7].map(
  (digit): Address => `0x${String(digit).repeat(40)}`,
)

type Contracts = PlugsConfig["gateway"]["contracts"]

const configOf = (deployment: string | undefined, contracts: Contracts = {}): PlugsConfig =>
  ({ gateway: { deployment, contracts }, devnet: { gateway: { chainId: 43 }, chains: [{ slug: 7 }] } }) as never

/** A gateway chain where all but some addresses have code, whose contracts name this address, and what it was asked about. */
function chainWithout(...missing: readonly Address[]) {
  const asked: string[] = []
  const request = ({ method, params }: { method: string; params: readonly unknown[] }) => {
    const [question] = params
    const address = typeof question === "string" ? question : (question as { to: string }).to
    asked.push(`${method} ${address}`)
    if (method === "eth_call") return Promise.resolve(pad(named!))
    return Promise.resolve(missing.some((each) => each === address) ? "0x" : "0x00")
  }
  const client = createClient({ transport: custom({ request: request as never }, { retryCount: 0 }) })
  return { client, asked }
}

/** A deployment of a user's file, whose beacon is only on its chain. */
async function withFile<T>(work: (reference: string) => Promise<T>): Promise<T> {
  await using folder = await temporaryFolder()
  const file = path.join(folder.path, "gateway.json")
  const gateway = { slug: 43, addressResolver: resolver, asyncDeployer: deployer, feesManager: manager, watcher }
  const chains = { 7: { socket: named, switchboard: named, feesPlug } }
  await writeFile(file, JSON.stringify({ ours: { gateway, chains } }))
  return await work(file)
}

describe("the contracts that determine a forwarder's address", () => {
  const find = async (config: PlugsConfig, ...missing: readonly Address[]) => {
    const { client, asked } = chainWithout(...missing)
    let connections = 0
    const contracts = await forwarderContractsOf(config, () => {
      connections += 1
      return Promise.resolve(client)
    })
    return { contracts, asked: asked.sort(), connections }
  }
  const own = { addressResolver: resolver!, asyncDeployer: deployer!, forwarderBeacon: beacon! }

  it("are those of the configuration, or of the devnet, without a look at any chain", async () => {
    const unasked = { asked: [], connections: 0 }
    expect(await find(configOf(undefined, own))).to.deep.equal({ contracts: own, ...unasked })
    const { gateway } = (await gatewayDeploymentOf(configOf("devnet")))!
    const { addressResolver, asyncDeployer, forwarderBeacon } = gateway
    const devnet = { addressResolver, asyncDeployer, forwarderBeacon }
    expect(await find(configOf("devnet"))).to.deep.equal({ contracts: devnet, ...unasked })
    expect(await find(configOf("devnet", { asyncDeployer: deployer! }))).to.deep.equal({
      ...{ contracts: { ...devnet, asyncDeployer: deployer }, ...unasked },
    })
    for (const name of Object.keys(own)) {
      const { argument } = (await failure(find(configOf(undefined, { ...own, [name]: undefined })))) as never
      expect(argument, name).to.equal("config.plugs.gateway.contracts")
    }
  })

  it("are checked on the chain if they are those of a file, and the beacon is read there", async () => {
    await withFile(async (file) => {
      expect(await find(configOf(file))).to.deep.equal({
        contracts: { ...own, forwarderBeacon: named },
        asked: [`eth_call ${deployer}`, `eth_getCode ${resolver}`, `eth_getCode ${deployer}`],
        connections: 1,
      })
      // What the user has written is not checked.
      const written = configOf(file, { addressResolver: named!, forwarderBeacon: beacon! })
      expect(await find(written)).to.deep.equal({
        contracts: { addressResolver: named, asyncDeployer: deployer, forwarderBeacon: beacon },
        ...{ asked: [`eth_getCode ${deployer}`], connections: 1 },
      })
      expect(await find(configOf(file, own))).to.deep.equal({ contracts: own, asked: [], connections: 0 })
      const { code, facts } = await failure(find(configOf(file), deployer!))
      expect([code, facts]).to.deep.equal(["GATEWAY_DEPLOYMENT_MISMATCH", { asyncDeployer: deployer }])
    })
  })

  it("have the checksums that the user has written", () => {
    const wrong = "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    const { argument } = thrown(() => ownContractsOf(configOf(undefined, { forwarderBeacon: wrong }))) as never
    expect(argument).to.equal("config.plugs.gateway.contracts.forwarderBeacon")
    expect(ownContractsOf(configOf(undefined, { ...own, asyncDeployer: undefined as never }))).to.deep.equal({
      ...{ addressResolver: resolver, forwarderBeacon: beacon },
    })
  })
})

describe("the contracts of fees", () => {
  it("are checked on their chain if they are those of a file", async () => {
    await withFile(async (file) => {
      const { client, asked } = chainWithout()
      expect(await feesPlugOf(configOf(file), client, 7)).to.equal(feesPlug)
      expect(await feesManagerOf(configOf(file), client)).to.equal(manager)
      expect(asked).to.deep.equal([`eth_getCode ${feesPlug}`, `eth_getCode ${manager}`])
      expect(await feesPlugOf(configOf(file), client, 8)).to.equal(undefined)
      const missing = chainWithout(feesPlug!, manager!).client
      for (const find of [() => feesPlugOf(configOf(file), missing, 7), () => feesManagerOf(configOf(file), missing)]) {
        expect((await failure(find())).code).to.equal("GATEWAY_DEPLOYMENT_MISMATCH")
      }
    })
  })

  it("are those that the address resolver names, on the devnet and without a deployment", async () => {
    const { client, asked } = chainWithout()
    expect(await feesManagerOf(configOf(undefined, { addressResolver: resolver! }), client)).to.equal(named)
    expect(asked.every((question) => question === `eth_call ${resolver}`)).to.equal(true)
    expect(await feesManagerOf(configOf("devnet"), client)).to.equal(named)
    expect(await feesPlugOf(configOf(undefined), client, 7)).to.equal(undefined)
    const ofDevnet = (await gatewayDeploymentOf(configOf("devnet")))!.chains[0]!.feesPlug
    expect(await feesPlugOf(configOf("devnet"), client, 7)).to.equal(ofDevnet)
    expect(asked.some((question) => question.startsWith("eth_getCode"))).to.equal(false)
    const { argument } = (await failure(feesManagerOf(configOf(undefined), client))) as never
    expect(argument).to.equal("config.plugs.gateway.contracts.addressResolver")
  })
})
