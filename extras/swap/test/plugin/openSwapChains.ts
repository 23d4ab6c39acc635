import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { openSwapChains } from "#extras/swap/src/plugin/openSwapChains.js"
import { readerOf } from "#extras/swap/src/plugin/readerOf.js"
import { createOneChainWorld } from "#extras/swap/test/fixtures/oneChainWorld.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const { signal } = new AbortController()

/** The devnet's alpha is the chain 41001, and beta the chain 41002. */
const open = (networks: object) =>
  createHardhatRuntimeEnvironment(
    projectConfig({
      ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" },
      PLUGS_TEST_NETWORKS: JSON.stringify(networks),
    }),
  )

describe("the chains of swaps", () => {
  it("are read by their ids, unless there is none, its node is down, or it is of another chain", async () => {
    await using node = await startKnownChainNode({ chainId: 41_001 })
    const http = { type: "http", url: node.url }
    const hre = await open({ alpha: http, beta: http })
    await using opened = openChains(hre, { signal })
    const chains = openSwapChains(hre.config, opened)
    const { client, ...read } = await chains.open(41_001)
    expect(read).to.deep.equal({ chainId: 41_001, name: "alpha", network: "alpha" })
    expect(client).to.not.equal(undefined)
    expect(await chains.open(10)).to.deep.equal({ chainId: 10, name: "10", problem: "it is not in plugs.chains" })
    expect(await chains.open(41_002)).to.deep.equal({
      ...{ chainId: 41_002, name: "beta", problem: "its network reaches the chain 41001" },
    })
    expect([chains.entryOf(41_002)?.name, chains.entryOf(10)]).to.deep.equal(["beta", undefined])
    expect(await chains.folderOf(10)).to.equal(undefined)
    // No node knows the transaction.
    expect(await chains.findChainOf(bytes32(7))).to.equal(undefined)

    expect(await readerOf(opened, 41_001)).to.equal(client)
    for (const chainId of [41_002, 10]) expect(await readerOf(opened, chainId), String(chainId)).to.equal(undefined)
  })

  it("are named with why they cannot be read", async () => {
    const hre = await open({ alpha: { type: "http", url: "http://127.0.0.1:1" } })
    await using opened = openChains(hre, { signal })
    const chains = openSwapChains(hre.config, opened)
    const down = "No node answers for the network alpha"
    expect(await chains.open(41_001)).to.deep.equal({ chainId: 41_001, name: "alpha", problem: down })
    expect(await chains.folderOf(41_001)).to.equal(undefined)
    expect(await chains.findChainOf(bytes32(7))).to.equal(undefined)
    expect(await readerOf(opened, 41_001)).to.equal(undefined)
  })

  it("are connected to once each, whatever is asked of them, find the chain of a transaction, and are closed at the end", async () => {
    await using world = await createOneChainWorld()
    const hash = await world.pay(1n)
    {
      await using opened = openChains(world.hre, { signal })
      const chains = openSwapChains(world.hre.config, opened)
      const found = await chains.findChainOf(hash)
      expect([found?.chainId, await chains.findChainOf(bytes32(7))]).to.deep.equal([41_001, undefined])
      expect(await chains.open(41_001)).to.equal(found)
      expect(await chains.folderOf(41_001)).to.match(/^41001-[0-9a-f]{16}$/)
      expect(world.connections).to.deep.equal({ opened: 1, closed: 0 })
    }
    expect(world.connections).to.deep.equal({ opened: 1, closed: 1 })
  })
})
