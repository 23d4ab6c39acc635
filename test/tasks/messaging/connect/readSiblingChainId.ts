import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { devnetSocket } from "#src/devnet/addresses.js"
import { readSiblingChainId } from "#tasks/messaging/connect.js"
import type { Ends } from "#tasks/messaging/connect/findEnds.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

describe("readSiblingChainId", () => {
  /** Reads it for a function that connects, from a node with this chain id, and says whether the node was asked. */
  async function read(way: Partial<Ends["way"]>, url?: string) {
    await using node = await startKnownChainNode({ chainId: 777, slug: 52 })
    const hre = await createHardhatRuntimeEnvironment(
      projectConfig({
        ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_ARTIFACTS: "none" },
        PLUGS_TEST_NETWORKS: JSON.stringify({ away: { type: "http", url: url ?? node.url } }),
        PLUGS_TEST_OWN_CHAINS: JSON.stringify({ away: { slug: 52, socket: at(1) } }),
      }),
    )
    const to = { name: "away", slug: 52, network: "away" }
    return [await readSiblingChainId(hre, { way, to }), node.requests.length > 0]
  }

  it("asks the sibling's chain only for a function that takes a chain id, by its signature, its ABI or an argument", async () => {
    const abi = parseAbi(["function connectTo(uint256 chain_id, address plug)"])
    for (const way of [{ signature: "connect(uint32 chainId,address)" }, { abi }, { args: ["{chainId}"] }]) {
      expect(await read(way), JSON.stringify(way)).to.deep.equal([777, true])
    }
    const none = parseAbi(["function connect(uint32 slug, address plug)"])
    for (const way of [{}, { signature: "connect(uint32,address)", args: ["{slug}"] }, { abi: none }]) {
      expect(await read(way), JSON.stringify(way)).to.deep.equal([undefined, false])
    }
  })

  it("is not known where that chain cannot be read", async () => {
    expect(await read({ args: ["{chainId}"] }, "http://127.0.0.1:1")).to.deep.equal([undefined, false])
  })
  it("closes that chain when it has answered", async () => {
    const open: boolean[] = []
    const request = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      open.push(closed.length === 0)
      return "0x309"
    }
    const { hre, closed } = createFakeProject({ chains: { away: { slug: 52, socket: devnetSocket, request } } })
    const way = { args: ["{chainId}"] }
    expect(await readSiblingChainId(hre, { way, to: { name: "away", slug: 52, network: "away" } })).to.equal(777)
    expect([new Set(open), closed]).to.deep.equal([new Set([true]), ["away"]])
  })
})
