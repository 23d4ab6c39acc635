import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { type Address, numberToHex, zeroAddress } from "viem"

import judge from "#extras/audit/tasks/judge.js"
import { startDevnet } from "#src/devnet/index.js"
import { publicClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import wire from "#tasks/messaging/wire.js"
import { forkChain } from "#tasks/messaging/wire/forkChain.js"
import { runTaskAsked } from "#test/fixtures/commands/taskOnNodes.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { createFakeWiring, wired } from "#test/fixtures/worlds/messaging/fakeWiring.js"

const alpha = { name: "alpha", slug: 41_001, network: "alpha" }

/** A chain whose newest block is 146. */
const origin = {
  chainId: 77,
  client: fakeNode({ eth_getBlockByNumber: () => ({ number: "0x92", hash: bytes32(9) }) }).client,
}

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
    const fork = await forkChain(hre, alpha, { chainId, client: publicClient })
    const ask = (method: string, params: readonly unknown[] = []) =>
      fork.connection.provider.request({ method, params: [...params] })
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

  deepIt(
    "S-20 copies a chain of 200 blocks at the newest one, and never answers for it from a chain that was there before",
    async () => {
      const blocks = []
      let port = 0
      for (const balance of [5n, 7n]) {
        await using devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false, port })
        port = Number(new URL(devnet.url).port)
        const { rpcUrl, chainId, testClient, publicClient } = devnet.chains["alpha"]
        // The old block is far enough back to be kept, the new one holds what counts.
        await testClient.setBalance({ address: at(0x99), value: balance })
        await testClient.mine({ blocks: 200 })
        await testClient.setBalance({ address: at(0x98), value: balance })
        await testClient.mine({ blocks: 1 })
        const hre = await open({ alpha: { type: "http", url: rpcUrl } })
        const fork = await forkChain(hre, alpha, { chainId, client: publicClient })
        const newest = await publicClient.getBlock()
        expect(fork.block).to.deep.equal({ chain: "alpha", number: newest.number, hash: newest.hash })
        expect(newest.number > 200n).to.equal(true)
        const client = publicClientOf(fork.connection)
        const balanceOf = (address: Address, blockNumber: bigint) => client.getBalance({ address, blockNumber })
        expect(await balanceOf(at(0x98), newest.number)).to.equal(balance)
        expect(await balanceOf(at(0x99), 12n)).to.equal(balance)
        blocks.push(
          (await client.getBlock({ blockNumber: 12n })).hash,
          (await publicClient.getBlock({ blockNumber: 12n })).hash,
        )
        await fork.close()
      }
      expect([blocks[0] === blocks[1], blocks[2] === blocks[3], blocks[0] === blocks[2]]).to.deep.equal([
        true,
        true,
        false,
      ])
    },
  )

  it("S-20 What was tried on a copy counts only while the chain still has the copied block", async () => {
    await using devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    const { rpcUrl, chainId, testClient, publicClient } = devnet.chains["alpha"]
    const before = await testClient.snapshot()
    await testClient.setBalance({ address: at(0x99), value: 5n })
    await testClient.mine({ blocks: 1 })
    const hre = await open({ alpha: { type: "http", url: rpcUrl } })
    const fork = await forkChain(hre, alpha, { chainId, client: publicClient })
    await fork.requireSame()
    await testClient.mine({ blocks: 1 })
    await fork.requireSame()
    await testClient.revert({ id: before })
    expect((await failure(fork.requireSame())).code).to.equal("NODE_FAILED")
    await testClient.mine({ blocks: 2, interval: 7 })
    const { code, facts } = await failure(fork.requireSame())
    expect([code, facts["reason"]]).to.deep.equal([
      "NODE_FAILED",
      `block ${fork.block.number} was replaced, so what was tried on a copy of it is unverified`,
    ])
    await fork.close()
  })

  deepIt("S-20 No task says what it tried on a copy of a chain that was replaced meanwhile", async () => {
    await using folder = await temporaryFolder()
    const batch = path.join(folder.path, "batch.json")
    await writeFile(
      batch,
      JSON.stringify([{ chain: "alpha", from: at(0x77), to: wired.alpha, value: "0", data: "0x" }]),
    )
    const given = { file: undefined, json: true }
    const wiring = { ...given, allowSwitchboard: wired.switchboard }
    const judging = { ...given, batch: [batch], account: undefined, nonce: undefined }
    type Project = ReturnType<typeof createFakeWiring>["hre"]
    const tasks = [
      ["judge", 2, (hre: Project) => runTaskAsked(judge, judging, hre)],
      ["wire --dry-run", true, (hre: Project) => runTaskAsked(wire, { ...wiring, dryRun: true }, hre)],
      // What no fork of these shows is not handed over, once the copy is known to be of the chain.
      ["wire --calldata", "CALL_NOT_SHOWN", (hre: Project) => runTaskAsked(wire, { ...wiring, calldata: true }, hre)],
    ] as const
    for (const [name, honest, run] of tasks) {
      for (const isReplaced of [false, true]) {
        let isForked = false
        const { hre } = createFakeWiring({
          ...{ root: folder.path, owner: name === "wire --calldata" ? at(0x77) : account },
          instead: (chain, method, isFork) => {
            // What is asked of a copy after it was made.
            if (isFork && method === "eth_call") isForked = true
            if (!isReplaced || isFork || !isForked || chain !== "alpha" || method !== "eth_getBlockByNumber")
              return undefined
            return Promise.resolve({ number: "0x2", hash: bytes32(9), timestamp: "0x2", transactions: [] })
          },
        })
        const { ended, terminal } = await run(hre)
        expect([name, isReplaced, ended], terminal.stdout()).to.deep.equal([
          name,
          isReplaced,
          isReplaced ? "NODE_FAILED" : honest,
        ])
        expect(terminal.stdout().includes("was replaced"), name).to.equal(isReplaced)
      }
    }
  })

  it("S-20 A node that names one block and gives another to the copy is noticed", async () => {
    await using devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    const { rpcUrl, chainId, publicClient } = devnet.chains["alpha"]
    const hre = await open({ alpha: { type: "http", url: rpcUrl } })
    const named = { ...(await publicClient.getBlock()), hash: bytes32(9) }
    const { client } = fakeNode({
      eth_getBlockByNumber: () => ({ number: numberToHex(named.number), hash: named.hash }),
    })
    const fork = await forkChain(hre, alpha, { chainId, client })
    expect((await failure(fork.requireSame())).code).to.equal("NODE_FAILED")
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
    const fork = await forkChain(hre, alpha, origin)
    const reward = "0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e"
    expect(order).to.deep.equal([
      ...["eth_getBalance", `hardhat_setBalance ${zeroAddress} 0x4d`],
      ...["eth_getBalance", `hardhat_setBalance ${reward} 0x4d`, "evm_mine"],
    ])
    expect([fork.connection.networkName, made, overrides]).to.deep.equal([
      ...[
        "here",
        ["here"],
        [{ chainId: 77, forking: { url: "https://node.example", blockNumber: 146 }, mining: { auto: true } }],
      ],
    ])
    await fork.close()
  })

  it("wants a network in this process to fork in", async () => {
    const { hre, made } = createFakeProject({ chains: { alpha: { slug: 41_001, url: "https://node.example" } } })
    expect((await failure(forkChain(hre, alpha, origin))).facts).to.include({ argument: "config.networks" })
    expect(made).to.deep.equal([])
  })

  it("refuses a chain in this process, which it cannot copy", async () => {
    const error = await failure(forkChain(await open({ alpha: { type: "edr-simulated" } }), alpha, origin))
    expect(error.facts).to.include({ argument: "config.networks.alpha" })
  })
})
