import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex, pad } from "viem"

import list from "#tasks/gateway/list.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { createGatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("the task gateway list", () => {
  it("reads the network that plugs.gateway.network names, beside one that has the name of the devnet's chain", async () => {
    await using api = await createGatewayServer({})
    const block = { number: "0x4", hash: bytes32(4), timestamp: numberToHex(1_700_000_000), transactions: [] }
    const answers: Readonly<Record<string, unknown>> = {
      ...{ eth_chainId: "0x2b", eth_blockNumber: "0x4", eth_getBlockByNumber: block, eth_getLogs: [] },
      ...{ eth_call: pad(at(7)), eth_getCode: "0x00" },
    }
    const request = ({ method }: { readonly method: string }) => Promise.resolve(answers[method])
    for (const network of ["evmx", "gateway"]) {
      const contracts = { addressResolver: at(1), asyncDeployer: at(2), forwarderBeacon: at(3) }
      const { hre, made, closed } = createFakeProject({
        chains: { gateway: { request }, evmx: { request } },
        plugs: { gateway: { network, contracts, baseUrl: `http://127.0.0.1:${api.port}/gateway` } },
      })
      const args = { appGateway: undefined, state: undefined, limit: "5", blocks: "9", json: true }
      const { code, stdout } = await runTaskOn(list, args, hre)
      const { transactions } = JSON.parse(stdout) as { readonly transactions: unknown }
      expect([code, transactions, made, closed]).to.deep.equal([0, [], [network], [network]])
    }
  })
})
