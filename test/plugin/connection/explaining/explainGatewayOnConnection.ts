import { expect } from "chai"
import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"
import { numberToHex, pad } from "viem"

import { explainGatewayOnConnection } from "#src/plugin/connection/explaining/explainGatewayOnConnection.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { createGatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { answerJson, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

/** Explains a request with a call on alpha, on a connection to the gateway chain, and says whether the node of alpha was asked. */
async function explain(networks: object = {}, chains: object = {}) {
  const request = requestAt("IN_PROGRESS", [payloadAt("FINALIZED")])
  await using api = await createGatewayServer({ getDetailsByTxHash: [[request]] })
  const refusal = { jsonrpc: "2.0", id: 1, error: { code: -32_000, message: "none" } }
  await using node = await startHostileServer(answerJson(refusal))
  const block = { number: "0x4", hash: bytes32(4), timestamp: numberToHex(1_700_000_000), transactions: [] }
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_chainId: "0x2b", eth_blockNumber: "0x4", eth_getBlockByNumber: block, eth_getLogs: [] },
    ...{ eth_call: pad(at(7)), eth_getCode: "0x00", eth_getTransactionReceipt: null },
  }
  const provider = {
    request: ({ method }: { method: string }) =>
      answers[method] === undefined ? Promise.reject(new Error(`no ${method}`)) : Promise.resolve(answers[method]),
  }
  const contracts = { addressResolver: at(1), asyncDeployer: at(2), forwarderBeacon: at(3) }
  const [alpha, beta] = [
    { slug: 41_001, network: "alpha" },
    { slug: 41_002, network: "beta" },
  ]
  const config = {
    plugs: {
      ...{ chains: { beta, alpha, ...chains }, devnet: { gateway: { chainId: 41_000 }, chains: [] } },
      gateway: { network: "gate", contracts, baseUrl: `http://127.0.0.1:${api.port}/gateway` },
    },
    networks: {
      alpha: { type: "http", url: { get: () => Promise.resolve(node.url) } },
      ...{ beta: { type: "edr-simulated" }, gate: { type: "http" }, ...networks },
    },
  } as unknown as HardhatConfig
  const connection = { networkName: "gate", networkConfig: {}, provider } as unknown as NetworkConnection<string>
  const asked = { id: txHash, api: await openGateway(config.plugs) }
  const { subject, causes } = await explainGatewayOnConnection(connection, config, asked)
  const sources = causes.flatMap(({ evidence }) => evidence.map(({ source }) => source))
  return { chainSlug: subject["chainSlug"], sources, isAsked: node.requests.length > 0 }
}

describe("a request that is explained on a connection", () => {
  it("is read on the chain of its call where a network with a URL reaches that one", async () => {
    expect(await explain()).to.deep.include({ sources: ["alpha"], isAsked: true })
    const unread = { sources: ["chain 41001"], isAsked: false }
    expect(await explain({ alpha: { type: "edr-simulated" } })).to.deep.include(unread)
    expect(await explain({}, { alpha: { slug: 41_003, network: "alpha" } })).to.deep.include(unread)
  })

  it("is on the gateway chain by the chain id of its network, or else of the devnet", async () => {
    const slugOf = async (gate: object) => (await explain({ gate: { type: "http", ...gate } })).chainSlug
    expect([await slugOf({}), await slugOf({ chainId: 43 })]).to.deep.equal([41_000, 43])
  })
})
