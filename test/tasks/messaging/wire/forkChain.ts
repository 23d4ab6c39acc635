import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { numberToHex, zeroAddress } from "viem"

import { startDevnet } from "../../../../src/devnet/index.js"
import { forkChain } from "../../../../tasks/messaging/wire/forkChain.js"
import { failure } from "../../../fixtures/failure.js"
import { createFakeProject } from "../../../fixtures/projects/fakeProject.js"
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

  it("is ready only when each request has been answered in its turn, and mines by itself whatever the project says", async () => {
    const order: string[] = []
    let begun = 0
    const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      const said = [method, ...(method === "hardhat_setBalance" ? params : [])].join(" ")
      begun += 1
      // The first one takes the longest.
      for (let turn = begun; turn < 9; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      order.push(said)
      return "0x4d"
    }
    const { hre, made, overrides } = createFakeProject({
      chains: { alpha: { slug: 41_001, url: "https://node.example" }, here: { slug: 9, request } },
    })
    const fork = await forkChain(hre, alpha, 77)
    const reward = "0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e"
    expect(order).to.deep.equal([
      ...["eth_getBalance", `hardhat_setBalance ${zeroAddress} 0x4d`],
      ...["eth_getBalance", `hardhat_setBalance ${reward} 0x4d`, "evm_mine"],
    ])
    expect([fork.networkName, made, overrides]).to.deep.equal([
      ...["here", ["here"], [{ chainId: 77, forking: { url: "https://node.example" }, mining: { auto: true } }]],
    ])
  })

  it("wants a network in this process to fork in", async () => {
    const { hre, made } = createFakeProject({ chains: { alpha: { slug: 41_001, url: "https://node.example" } } })
    expect((await failure(forkChain(hre, alpha, 77))).facts).to.include({ argument: "config.networks" })
    expect(made).to.deep.equal([])
  })

  it("refuses a chain in this process, which it cannot copy", async () => {
    const error = await failure(forkChain(await open({ alpha: { type: "edr-simulated" } }), alpha, 1))
    expect(error.facts).to.include({ argument: "config.networks.alpha" })
  })
})
