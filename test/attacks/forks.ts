import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, it } from "mocha"
import { type Address, encodeFunctionData, getAddress, type Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { plugAbi } from "#src/messaging/onchain/abi.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepDescribe, deepIt } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const thief = getAddress("0xbad0000000000000000000000000000000000bad")
/** Where the code of a plug is that was armed. */
const hidden = getAddress("0x41dde0000000000000000000000000000000041d")

/** Does as the hidden code does, and gives the plug to the thief where it is connected. */
const armed: Hex = `0x365f5f375f5f365f73${hidden.slice(2)}5af43d5f5f3e36606414161560435773${thief.slice(2)}5f555b3d5ff3`

deepDescribe("S-20 a chain whose newest block says another thing than the ones before", () => {
  let devnet: Devnet<string, false, false>
  let plugs: Record<"alpha" | "beta", Address>
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let port = 0
  before(async () => void (folder = await temporaryFolder()))
  after(() => folder[Symbol.asyncDispose]())
  // Each time on the same port, so that the chains of one test are in the place of those of the one before.
  beforeEach(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false, port })
    port = Number(new URL(devnet.url).port)
    const deployed = await Promise.all(
      (["alpha", "beta"] as const).map(async (name) => {
        const chain = devnet.chains[name]!
        return [name, await deploy(chain, counterArtifact, [chain.contracts.socket, chain.accounts[0]])] as const
      }),
    )
    plugs = Object.fromEntries(deployed) as typeof plugs
    const { publicClient, testClient } = devnet.chains["alpha"]!
    await testClient.mine({ blocks: 145 - Number(await publicClient.getBlockNumber()) })
  })
  afterEach(() => devnet.stop())

  /** Ends the chain with block 146, in which the plug may become another. */
  async function endChain(isArmed: boolean): Promise<void> {
    const { publicClient, testClient } = devnet.chains["alpha"]!
    if (isArmed) {
      const bytecode = (await publicClient.getCode({ address: plugs.alpha })) as Hex
      await testClient.setCode({ address: hidden, bytecode })
      await testClient.setCode({ address: plugs.alpha, bytecode: armed })
    }
    await testClient.mine({ blocks: 1 })
  }

  const run = (...args: string[]) =>
    runCommand(args, {
      port,
      env: {
        PLUGS_TEST_CHAINS: "alpha,beta",
        PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: plugs } }),
        PLUGS_TEST_CONTRACTS: JSON.stringify({ Counter: plugs }),
      },
    })

  const connecting = (): Hex => {
    const args = [devnet.chains["beta"]!.slug, plugs.beta, devnet.chains["alpha"]!.contracts.switchboard] as const
    return encodeFunctionData({ abi: plugAbi, functionName: "connect", args })
  }

  async function judge() {
    const call = { chain: "alpha", from: devnet.chains["alpha"]!.accounts[0], to: plugs.alpha, data: connecting() }
    const file = path.join(folder.path, "batch.json")
    await writeFile(file, JSON.stringify([call]))
    return await run("plugs", "judge", file)
  }

  for (const isArmed of [true, false]) {
    const title = isArmed
      ? "judge and wire --dry-run try the newest block: a plug that was armed in it is not as wired, and not in place"
      : "judge and wire --dry-run find nothing in the same chain where nobody has armed the plug, and name its block"
    ;(isArmed ? it : deepIt)(title, async () => {
      await endChain(isArmed)
      const [judged, tried] = [await judge(), await run("messaging", "wire", "--dry-run")]
      expect([judged.code, tried.code], judged.stdout + tried.stdout).to.deep.equal(isArmed ? [2, 1] : [0, 0])
      for (const { stdout } of [judged, tried]) expect(stdout).to.contain("alpha at block 146")
      expect(tried.stdout.includes("2 of 2 changes are in place")).to.equal(!isArmed)
      const { publicClient, walletClient } = devnet.chains["alpha"]!
      const hash = await walletClient.sendTransaction({ to: plugs.alpha, data: connecting() })
      await publicClient.waitForTransactionReceipt({ hash })
      const owner = await publicClient.readContract({ address: plugs.alpha, abi: plugAbi, functionName: "owner" })
      expect(owner).to.equal(isArmed ? thief : walletClient.account.address)
    })
  }
})
