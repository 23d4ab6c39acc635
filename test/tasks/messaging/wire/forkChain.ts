import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { numberToHex, zeroAddress } from "viem"

import { startDevnet } from "../../../../src/devnet/index.js"
import { forkChain } from "../../../../tasks/messaging/wire/forkChain.js"
import { failure } from "../../../fixtures/failure.js"
import { projectConfig } from "../../../fixtures/projects/projectConfig.js"
import { createRpcDoor } from "../../../fixtures/servers/nodes/rpcDoor.js"

const alpha = { name: "alpha", slug: 41_001, network: "alpha" }

describe("forkChain", () => {
  const open = (networks: object) =>
    createHardhatRuntimeEnvironment(
      // The artifacts of this repository take long to read.
      projectConfig({ PLUGS_TEST_NETWORKS: JSON.stringify(networks), PLUGS_TEST_ARTIFACTS: "none" }),
    )

  it("copies a chain, and asks it only once for the accounts that every call reads", async () => {
    await using devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    const { rpcUrl, chainId, testClient, publicClient, contracts } = devnet.chains["alpha"]
    await testClient.setBalance({ address: zeroAddress, value: 77n })
    await using door = await createRpcDoor(rpcUrl)
    let asked = 0
    door.rewrite((method, result, [account]) => {
      if (method === "eth_getCode" && account === zeroAddress) asked += 1
      return result
    })
    const block = await publicClient.getBlockNumber()
    const hre = await open({ alpha: { type: "http", url: door.url } })
    const fork = await forkChain(hre, alpha, chainId)
    const ask = (method: string, params: readonly unknown[] = []) =>
      fork.provider.request({ method, params: [...params] })
    const before = asked
    for (let call = 0; call < 3; call += 1)
      await ask("eth_call", [{ from: zeroAddress, to: contracts.socket, data: "0x8da5cb5b" }, "latest"])
    expect(asked).to.equal(before)
    expect([await ask("eth_chainId"), await ask("eth_blockNumber")]).to.deep.equal([
      numberToHex(chainId),
      numberToHex(block + 1n),
    ])
    expect(await ask("eth_getBalance", [zeroAddress, "latest"])).to.equal("0x4d")
    expect(await publicClient.getBlockNumber({ cacheTime: 0 })).to.equal(block)
    await fork.close()
  })

  it("refuses a chain in this process, which it cannot copy", async () => {
    const error = await failure(forkChain(await open({ alpha: { type: "edr-simulated" } }), alpha, 1))
    expect(error.facts).to.include({ argument: "config.networks.alpha" })
  })
})
