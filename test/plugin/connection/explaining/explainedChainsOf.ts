import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, pad } from "viem"

import { devnetAddressResolver, devnetGatewaySocket } from "#src/devnet/addresses.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { explainedChainsOf } from "#src/plugin/connection/explaining/explainGatewayOnConnection.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [resolver, deployer, manager, watcher, socket, named] = [1, 2, 3, 4, 5, 6].map((digit) => at(digit))

/** A gateway chain whose contracts are there, and name one address. */
const client = createClient({
  transport: custom({
    request: ({ method }: { method: string }) => Promise.resolve(method === "eth_call" ? pad(named!) : "0x00"),
  }),
})
const configOf = (deployment: string | undefined, contracts = {}): PlugsConfig =>
  ({ gateway: { deployment, contracts }, devnet: { gateway: { chainId: 43 }, chains: [{ slug: 7 }] } }) as never

describe("the chains that an explanation of app gateways reads", () => {
  const gatewayChain = { name: "gateway", slug: 99 }
  const named7 = { slug: 7, name: "seven" }

  it("have the contracts of the deployment, and its slug rather than that of the network", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "gateway.json")
    const gateway = { slug: 44, addressResolver: resolver, asyncDeployer: deployer, feesManager: manager, watcher }
    const chains = { 7: { socket, switchboard: socket, feesPlug: socket } }
    await writeFile(file, JSON.stringify({ ours: { gateway, chains } }))
    const found = await explainedChainsOf(configOf(file), client, gatewayChain)
    expect(found.gateway).to.deep.equal({
      ...{ client, name: "gateway", slug: 44, addressResolver: resolver, watcher: named, feesManager: named },
    })
    expect(found.reached(client, named7)).to.deep.equal({ client, ...named7, socket })
    const other = { slug: 8, name: "eight" }
    expect(found.reached(client, other)).to.deep.equal({ client, ...other, socket: undefined })
  })

  it("are those of the devnet, or of the contracts that the configuration has", async () => {
    const ofDevnet = await explainedChainsOf(configOf("devnet"), client, gatewayChain)
    expect(ofDevnet.gateway).to.include({ slug: 43, addressResolver: devnetAddressResolver })
    expect(ofDevnet.reached(client, named7).socket).to.equal(devnetGatewaySocket)
    const own = { addressResolver: resolver, asyncDeployer: deployer, forwarderBeacon: named }
    const ofOwn = await explainedChainsOf(configOf(undefined, own), client, gatewayChain)
    expect(ofOwn.gateway).to.include({ slug: 99, addressResolver: resolver })
    expect(ofOwn.reached(client, named7).socket).to.equal(undefined)
    expect(await failure(explainedChainsOf(configOf(undefined), client, gatewayChain))).to.include({
      argument: "config.plugs.gateway.contracts",
    })
  })
})
