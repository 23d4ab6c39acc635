import { expect } from "chai"
import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"
import { getChainId } from "viem/actions"

import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { createChainReader, createGatewayReader } from "#src/plugin/connection/createGatewayReader.js"
import { failure } from "#test/fixtures/failure.js"
import { answerJson, startHostileServer } from "#test/fixtures/servers/hostileServer.js"

type Networks = HardhatConfig["networks"]

/** A connection to `own`, whose chain has the id 7. */
const connection = {
  networkName: "own",
  networkConfig: { type: "http" },
  provider: { request: () => Promise.resolve("0x7") },
} as unknown as NetworkConnection<string>
const http = (url: string) => ({ type: "http", url: { get: () => Promise.resolve(url) } })

describe("a reader of another chain", () => {
  it("is the connection's own where that reaches the chain, and else of the network's URL", async () => {
    await using server = await startHostileServer(answerJson({ jsonrpc: "2.0", id: 1, result: "0x9" }))
    const networks = { own: http(server.url), other: http(server.url), here: { type: "edr-simulated" } }
    const idOn = async (name: string) => {
      const client = await createChainReader(connection, networks as unknown as Networks, name)
      return client && (await getChainId(client))
    }
    expect([await idOn("own"), await idOn("other")]).to.deep.equal([7, 9])
    expect([await idOn("here"), await idOn("nowhere")]).to.deep.equal([undefined, undefined])
  })

  it("is missing where no network reaches the gateway chain, which says what to configure", async () => {
    const configOf = (network: string) => ({ gateway: { network } }) as unknown as PlugsConfig
    const networks = {} as Networks
    const read = (network: string) => createGatewayReader(connection, { config: configOf(network), networks })
    expect(await getChainId(await read("own"))).to.equal(7)
    expect(await failure(read("gate"))).to.include({
      code: "INVALID_INPUT",
      argument: "config.plugs.gateway.network",
    })
  })
})
