import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"
import { numberToHex, pad } from "viem"

import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { explainOnGateway } from "#src/plugin/connection/explaining/explainOnGateway.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { createGatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

/** Explains a request with a call on alpha, on a connection to the gateway chain, and says whether the node of alpha was asked. */
async function explain(
  networks: object = {},
  { chains = {}, deployment }: { chains?: object; deployment?: string } = {},
) {
  const request = requestAt("IN_PROGRESS", [payloadAt("FINALIZED")])
  await using api = await createGatewayServer({ getDetailsByTxHash: [[request]] })
  const url = { get: () => Promise.resolve("http://127.0.0.1:1") }
  const block = { number: "0x4", hash: bytes32(4), timestamp: numberToHex(1_700_000_000), transactions: [] }
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_chainId: "0x2b", eth_blockNumber: "0x4", eth_getBlockByNumber: block, eth_getLogs: [] },
    ...{ eth_call: pad(at(7)), eth_getCode: "0x00", eth_getTransactionReceipt: null },
  }
  const provider = {
    request: ({ method }: { method: string }) =>
      answers[method] === undefined ? Promise.reject(new Error(`no ${method}`)) : Promise.resolve(answers[method]),
  }
  const contracts =
    deployment === undefined ? { addressResolver: at(1), asyncDeployer: at(2), forwarderBeacon: at(3) } : {}
  const [alpha, beta] = [
    { slug: 41_001, network: "alpha" },
    { slug: 41_002, network: "beta" },
  ]
  const config = {
    plugs: {
      ...{ chains: { beta, alpha, ...chains }, unidentified: {}, contracts: {}, localNetworks: [], messaging: {} },
      devnet: { port: 8645, gateway: { chainId: 41_000 }, chains: [] },
      gateway: { network: "gate", contracts, deployment, baseUrl: `http://127.0.0.1:${api.port}/gateway` },
    },
    networks: {
      ...{ alpha: { type: "http", url }, beta: { type: "edr-simulated" }, gate: { type: "http", url }, ...networks },
    },
    paths: { root: "/nowhere" },
  }
  const made: string[] = []
  const create = ({ network }: { network: "alpha" }) => {
    made.push(network)
    const close = () => Promise.resolve()
    const request = ({ method }: { method: string }) =>
      method === "eth_chainId" ? Promise.resolve("0xa029") : Promise.reject(new Error("none"))
    return Promise.resolve({ networkName: network, networkConfig: config.networks.alpha, provider: { request }, close })
  }
  const artifacts = { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) }
  const project = { config, artifacts, network: { create } } as unknown as HookContext
  const networkConfig = { type: "http", url }
  const connection = { networkName: "gate", networkConfig, provider } as unknown as NetworkConnection<string>
  await using opened = openChains(project, { own: { connection } })
  const gateway = await openGateway(project.config.plugs)
  const { subject, causes } = await explainOnGateway(project, opened, { id: txHash, api: gateway })
  const sources = causes.flatMap(({ evidence }) => evidence.map(({ source }) => source))
  return { chainSlug: subject["chainSlug"], sources, isAsked: made.includes("alpha") }
}

describe("a request that is explained on a connection", () => {
  it("is read on the chain of its call where a network with a URL reaches that one", async () => {
    expect(await explain()).to.deep.include({ sources: ["alpha"], isAsked: true })
    const unread = { sources: ["chain 41001"], isAsked: false }
    expect(await explain({ alpha: { type: "edr-simulated" } })).to.deep.include(unread)
    expect(await explain({}, { chains: { alpha: { slug: 41_003, network: "alpha" } } })).to.deep.include(unread)
  })

  it("is on the gateway chain by the chain id of its network, or else of the devnet", async () => {
    const slugOf = async (gate: object) => (await explain({ gate: { type: "http", ...gate } })).chainSlug
    expect([await slugOf({}), await slugOf({ chainId: 43 })]).to.deep.equal([41_000, 43])
    // What a deployment says is of more weight than the network.
    await using folder = await temporaryFolder()
    const deployment = path.join(folder.path, "gateway.json")
    const contracts = { addressResolver: at(1), asyncDeployer: at(2), feesManager: at(3), watcher: at(4) }
    await writeFile(deployment, JSON.stringify({ ours: { gateway: { slug: 44, ...contracts }, chains: {} } }))
    const deployed = await explain({ gate: { type: "http", chainId: 43 } }, { deployment })
    expect(deployed.chainSlug).to.equal(44)
  })
})
