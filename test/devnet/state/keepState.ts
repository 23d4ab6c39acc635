import { closeSync, existsSync, readdirSync, readlinkSync } from "node:fs"
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"
import { createSwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

type Small = Devnet<"alpha" | "beta", false, false>

const small = { gateway: false, market: false } as const
const fileName = "devnet.jsonl"

describe("a devnet that is kept", function () {
  it("says itself once that it can write no more, as on a full disk, and not only to who asks", async function () {
    if (process.platform !== "linux") return this.skip()
    await using folder = await temporaryFolder()
    const devnet: Small = await startDevnet({ ...small, state: folder.path })
    const told: unknown[] = []
    devnet.onError((error) => told.push(error))
    for (const descriptor of readdirSync("/proc/self/fd")) {
      const link = `/proc/self/fd/${descriptor}`
      if (existsSync(link) && readlinkSync(link) === path.join(folder.path, fileName)) closeSync(Number(descriptor))
    }
    const mine = () => devnet.chains.alpha.testClient.mine({ blocks: 1 }).catch((error: unknown) => error)
    expect(await mine()).to.be.instanceOf(Error)
    await mine()
    await devnet.stop().catch(() => undefined)
    expect(told.map((error) => (error as { code?: string }).code)).to.deep.equal(["STATE_NOT_WRITTEN"])
  })

  it("goes on with the same blocks, its messages where they were, and delivers once what was under way", async () => {
    await using folder = await temporaryFolder()
    const options = { ...small, state: folder.path, chains: chainsIn("name first") }
    let before, counters, delivered, waiting, since
    {
      await using devnet: Small = await startDevnet(options)
      counters = await deployConnected(devnet, counterArtifact)
      const watch = watchDevnet(devnet)
      delivered = await add(devnet, counters)
      await watch.reached("EXECUTION_SUCCESS")
      since = devnet.messagesFromTx(devnet.chains.alpha.slug, delivered)[0]?.since ?? 0
      devnet.relay.pause("execute")
      waiting = await add(devnet, counters)
      await watch.reached("EXECUTING")
      // It is an hour later on this chain.
      await devnet.chains.beta.testClient.increaseTime({ seconds: 3600 })
      // A transaction that reverts is in a block too.
      const { alpha } = devnet.chains
      const reverting = { to: counters["alpha"]!, data: "0xdeadbeef", gas: 100_000n } as const
      await alpha.walletClient.sendTransaction(reverting).catch(() => undefined)
      // What is set back is set back the next time too.
      const snapshot = await devnet.snapshot()
      await alpha.testClient.mine({ blocks: 3, interval: 7 })
      await devnet.revert(snapshot)
      before = await blocksOf(devnet)
    }
    // The same options, however they are written.
    await using devnet: Small = await startDevnet({ ...options, chains: chainsIn("slug first") })
    for (const { name, number, hash } of before) {
      const chain = Object.values(devnet.chains).find((other) => other.name === name)
      expect((await chain?.publicClient.getBlock({ blockNumber: number }))?.hash, name).to.equal(hash)
    }
    const [record] = devnet.messagesFromTx(devnet.chains.alpha.slug, delivered)
    expect(record).to.include({ status: "EXECUTION_SUCCESS" })
    // Ledgers are brought up to date twice a second of what was recorded.
    expect(Math.abs((record?.since ?? 0) - since)).to.be.below(60_000)
    await eventually(async () => {
      const [message] = devnet.messagesFromTx(devnet.chains.alpha.slug, waiting)
      return Promise.resolve(message?.status === "EXECUTION_SUCCESS")
    })
    const { beta } = devnet.chains
    const count = { address: counters["beta"]!, abi: counterArtifact.abi, functionName: "counter" } as const
    expect(await beta.publicClient.readContract(count)).to.equal(2n)
    const { timestamp } = await beta.publicClient.getBlock({ blockTag: "pending" })
    expect(Number(timestamp)).to.be.within(Date.now() / 1000 + 3500, Date.now() / 1000 + 3700)
  })

  deepIt("starts from the log as it is at any moment, as after a kill", async () => {
    await using folder = await temporaryFolder()
    const killed = path.join(folder.path, "killed")
    await mkdir(killed)
    let sent: `0x${string}`[]
    {
      await using devnet: Small = await startDevnet({ ...small, state: folder.path })
      const counters = await deployConnected(devnet, counterArtifact)
      sent = await Promise.all(Array.from({ length: 5 }, () => add(devnet, counters)))
      await copyFile(path.join(folder.path, fileName), path.join(killed, fileName))
    }
    const bytes = await readFile(path.join(killed, fileName))
    await writeFile(path.join(killed, fileName), bytes.subarray(0, bytes.length - 20))
    await using devnet: Small = await startDevnet({ ...small, state: killed })
    const known = sent.filter((txHash) => devnet.messagesFromTx(devnet.chains.alpha.slug, txHash).length > 0)
    expect(known).to.have.length.of.at.least(4)
    await eventually(async () =>
      Promise.resolve(
        known.every(
          (txHash) => devnet.messagesFromTx(devnet.chains.alpha.slug, txHash)[0]?.status === "EXECUTION_SUCCESS",
        ),
      ),
    )
  })

  deepIt("knows its quotes and routes again", async () => {
    await using folder = await temporaryFolder()
    let done, offered
    {
      await using world = await createSwapWorld({ state: folder.path })
      done = await world.best({ amount: "1000", of: "usdc", into: "weth" })
      await world.send(done)
      await world.sitOut(done.quoteId)
      await world.reaches(done.quoteId, "COMPLETED")
      offered = await world.best({ amount: "10", of: "usdc", into: "usdc" })
    }
    await using world = await createSwapWorld({ state: folder.path })
    expect((await world.client.getStatus({ quoteId: done.quoteId })).status).to.equal("COMPLETED")
    await world.send(offered)
    await world.sitOut(offered.quoteId)
    expect(await world.reaches(offered.quoteId)).to.include({ status: "COMPLETED" })
  })

  deepIt("mines in intervals, and refuses a log that makes other blocks or that other contracts began", async () => {
    await using folder = await temporaryFolder()
    const options = { ...small, state: folder.path, blockTime: 20 }
    const file = path.join(folder.path, fileName)
    {
      await using devnet: Small = await startDevnet(options)
      const { publicClient } = devnet.chains.alpha
      const begun = await publicClient.getBlockNumber()
      await eventually(async () => (await publicClient.getBlockNumber()) > begun + 2n)
      expect(await failure(startDevnet(options))).to.have.property("code", "STATE_IN_USE")
    }
    const whole = await readFile(file, "utf8")
    const [header = "", started = "", ...records] = whole.split("\n")
    {
      await using devnet: Small = await startDevnet(options)
      expect(Number(await devnet.chains.alpha.publicClient.getBlockNumber())).to.be.greaterThan(2)
    }
    const first = records.findIndex((record) => record.includes("evm_mine"))
    await writeFile(file, [header, started, ...records.toSpliced(first, 1)].join("\n"))
    expect(await failure(startDevnet(options))).to.have.property("code", "STATE_DAMAGED")
    await writeFile(file, [header, started.replaceAll(/0x[0-9a-f]{64}/g, `0x${"1".repeat(64)}`), ...records].join("\n"))
    const mismatch = await failure(startDevnet(options))
    expect(mismatch).to.have.property("code", "STATE_MISMATCH")
    expect(mismatch.next).to.contain("set reset")
    await using anew: Small = await startDevnet({ ...options, reset: true })
    expect(anew.url).to.contain("127.0.0.1")
  })
})

function chainsIn(order: "name first" | "slug first"): { name: "alpha" | "beta"; chainId: number; slug: number }[] {
  return (["alpha", "beta"] as const).map((name, index) =>
    order === "name first"
      ? { name, chainId: 51_001 + index, slug: 51_001 + index }
      : { slug: 51_001 + index, chainId: 51_001 + index, name },
  )
}

async function add(
  { chains: { alpha, beta } }: Small,
  counters: Record<string, `0x${string}`>,
): Promise<`0x${string}`> {
  const { abi } = counterArtifact
  return await send(alpha, { address: counters["alpha"]!, abi, functionName: "add", args: [beta.slug, 1n] })
}

/** The newest block of each chain. */
async function blocksOf({ chains }: Small): Promise<{ name: string; number: bigint; hash: string }[]> {
  return await Promise.all(
    Object.values(chains).map(async ({ name, publicClient }) => {
      const { number, hash } = await publicClient.getBlock()
      return { name, number, hash }
    }),
  )
}
