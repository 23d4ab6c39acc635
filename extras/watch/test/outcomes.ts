import { rm } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import hre from "hardhat"
import { afterEach, describe, it } from "mocha"
import { type Abi, type Address, getAddress, type Hex, parseEther } from "viem"

import { leaveToNextLook } from "#extras/watch/src/leaveToNextLook.js"
import { readOutcomes } from "#extras/watch/src/readOutcomes.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import { encodeInteroperableAddress, encodeRelayAttribute, gatewayAbi } from "#src/messaging/index.js"
import { guardedTokenArtifact } from "#test/fixtures/artifacts/GuardedToken.js"
import { keepingPlugArtifact } from "#test/fixtures/artifacts/KeepingPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { type ExplainedWorld, writeArtifact } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy, deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"
import { chainOf, hash, idOf, node } from "#test/fixtures/worlds/messaging/watchedFacts.js"

const someone = getAddress(`0x${"a1".repeat(20)}`)
type Call = { address: Address; abi: Abi; functionName: string; args: readonly unknown[] }
type Event = Readonly<Record<string, unknown>>

describe("what a watch says of deliveries that were kept back", function () {
  let world: ExplainedWorld
  useAtlas((opened) => {
    ;({ world } = opened)
  })

  afterEach(async () => {
    const own = [".plugs", "artifacts/contracts/KeepingPlug.sol"].map((name) => path.join(world.root, name))
    await Promise.all(own.map((name) => rm(name, { recursive: true, force: true })))
  })

  const chain = (name: "alpha" | "beta") => world.devnet.chains[name]
  async function mine(name: "alpha" | "beta", call: Call, value = 0n): Promise<Hex> {
    const { walletClient, publicClient } = chain(name)
    const hash = await walletClient.writeContract({ ...call, value })
    await publicClient.waitForTransactionReceipt({ hash })
    return hash
  }

  async function deliver(call: Call): Promise<Hex> {
    const hash = await mine("alpha", call, parseEther("0.1"))
    await eventually(() => {
      const [record] = world.devnet.messagesFromTx(chain("alpha").slug, hash)
      return Promise.resolve(record?.status === "EXECUTION_SUCCESS")
    })
    return hash
  }

  let looks = 0
  /** A look so long after the one before that all is read again. */
  async function watch(args: readonly string[] = ["--json"], env = {}): Promise<EndedCommand> {
    const own = { PLUGS_TEST_WATCH: JSON.stringify({ lateAfter: 86_400 }), ...env }
    looks += 1
    return await world.run(["messaging", "watch", "--once", ...args], {
      env: own,
      clock: createLaterClock(looks * 900_000),
    })
  }
  const told = ({ events }: EndedCommand): Event[] => events.filter(({ event }) => event !== "status")

  async function deployKnown(artifact: { abi: Abi; bytecode: Hex }, name: string, args: readonly unknown[] = []) {
    await writeArtifact(world.root, name, artifact.abi)
    const plugs = await deployConnected(world.devnet, artifact, () => args)
    for (const at of ["alpha", "beta"] as const) world.know(at, plugs[at]!)
    return { alpha: plugs["alpha"]!, beta: plugs["beta"]! }
  }

  const keep = { abi: keepingPlugArtifact.abi as Abi, functionName: "give" }

  deepIt("is an alert with the call that releases it, which lasts until nothing is held, and ends with 3", async () => {
    const plugs = await deployKnown(keepingPlugArtifact, "KeepingPlug")
    const give = (amount: bigint) => ({ ...keep, address: plugs.alpha, args: [chain("beta").slug, someone, amount] })
    expect((await watch()).code).to.equal(0)
    const outboundTx = await deliver(give(50n))
    const held = await watch()
    expect(held.code, held.stderr).to.equal(3)
    const [alert, end] = told(held)
    expect(alert).to.deep.include({
      ...{ event: "alert", kind: "held", cause: "kept-back", outboundTx, srcChainSlug: 41001, dstChainSlug: 41002 },
      says: `alpha → beta: delivered, and the plug ${plugs.beta} on beta seems to have kept back what it brought: it logged Kept(to: ${someone}, amount: 45).`,
      next: `call retry(to_: ${someone}) of ${plugs.beta} on beta`,
    })
    const { says, to, data } = alert!["release"] as Record<"says" | "to" | "data", Hex>
    expect([says, to]).to.deep.equal([`retry(to_: ${someone})`, plugs.beta])
    expect(end).to.include({ event: "end", outcome: "deadline" })

    const still = await watch([])
    expect(still.code).to.equal(3)
    expect(still.stdout).to.match(/^0 in flight, 1 delivered, 1 alert; /m)
    expect(((await watch()).events.at(-1)?.["error"] as Event)["next"]).to.equal(
      `call retry(to_: ${someone}) of ${plugs.beta} on beta`,
    )

    const { walletClient, publicClient } = chain("beta")
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.sendTransaction({ to, data }) })
    const released = await watch()
    expect(released.code, released.stderr).to.equal(0)
    const [over, last] = told(released)
    expect(over).to.include({ event: "over", kind: "held", alert: alert!["alert"] })
    expect(over?.["says"]).to.equal("alpha → beta: it is not held any more.")
    expect(last).to.include({ event: "end", alerts: 0 })
    expect(told(await watch())).to.deep.equal([last])
  })

  deepIt(
    "is nothing where the plug keeps nothing, which takes one request more, and none where no ABI of the project can say so",
    async () => {
      const plugs = await deployConnected(world.devnet, keepingPlugArtifact)
      for (const at of ["alpha", "beta"] as const) world.know(at, plugs[at]!)
      const give = { ...keep, address: plugs["alpha"]!, args: [chain("beta").slug, someone, 2n] }
      const receipts = async (): Promise<[number | null, number]> => {
        await using door = await createRpcDoor(chain("beta").rpcUrl)
        let asked = 0
        door.rewrite((method, result) => {
          if (method === "eth_getTransactionReceipt") asked += 1
          return result
        })
        const { code } = await watch(["--json"], betaAt(door.url))
        return [code, asked]
      }
      await watch()
      await deliver(give)
      expect(await receipts()).to.deep.equal([0, 0])
      await writeArtifact(world.root, "KeepingPlug", keepingPlugArtifact.abi)
      await deliver(give)
      // What was delivered while no ABI was known is read, too.
      expect(await receipts()).to.deep.equal([0, 2])
      expect(await receipts()).to.deep.equal([0, 0])
    },
  )

  deepIt("is said of a GuardedPlug as certain, with why its release reverts", async () => {
    const plugs = await deployKnown(guardedTokenArtifact, "GuardedToken", ["Token", "TKN", 1_000n])
    const args = [chain("beta").slug, someone, 7n]
    await deliver({ address: plugs.alpha, abi: guardedTokenArtifact.abi, functionName: "bridge", args })
    const { stdout } = await watch([])
    expect(stdout).to.match(
      /^held {2}alpha → beta: .* on beta holds what it brought: it logged MessageHeld\(.*\)\. {2}call release\(.* on beta, once it no longer reverts: LimitExceeded\(/,
    )
  })

  it("is said of a recipient of ERC-7786 that caught what its work reverted with, until it is done", async () => {
    const plugs = await deployKnown(await hre.artifacts.readArtifact("PlugsGateway"), "PlugsGateway")
    const artifact = await hre.artifacts.readArtifact("CatchingRecipient")
    await writeArtifact(world.root, "CatchingRecipient", artifact.abi)
    const recipient = await deploy(chain("beta"), artifact)
    const sender = chain("alpha").walletClient.account.address
    const to = encodeInteroperableAddress({ chainId: chain("beta").chainId, address: recipient })
    const relay = encodeRelayAttribute({ gasLimit: 300_000n, refundRecipient: sender })
    const contract = { address: plugs.alpha, abi: gatewayAbi as Abi }
    await deliver({ ...contract, functionName: "sendMessage", args: [to, "0x5678", [relay]] })
    const caught = await watch()
    const [alert] = told(caught)
    expect([caught.code, alert?.["kind"]]).to.deep.equal([3, "held"])
    expect(alert?.["says"]).to.contain(
      `${recipient} on beta seems to have kept back what it brought: it logged Message`,
    )
    expect(alert?.["next"]).to.match(/^call retryMessage\(receiveId: 0x\w{64}\) of 0x\w{40} on beta, once .*Closed\(\)/)

    await mine("beta", { address: recipient, abi: artifact.abi, functionName: "open", args: [] })
    const { data, revert } = alert!["release"] as { data: Hex; revert: string }
    expect(revert).to.contain("Closed()")
    expect((await watch()).code).to.equal(3)
    const { walletClient, publicClient } = chain("beta")
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.sendTransaction({ to: recipient, data }) })
    expect((await watch()).code).to.equal(0)
  })

  deepIt("is unverified where a node does not give what was logged, and what is held stays so", async () => {
    const plugs = await deployKnown(keepingPlugArtifact, "KeepingPlug")
    const give = { ...keep, address: plugs.alpha, args: [chain("beta").slug, someone, 8n] }
    await watch()
    await deliver(give)
    await using door = await createRpcDoor(chain("beta").rpcUrl)
    door.refuse("eth_getTransactionReceipt", { message: "it is gone", isPassedOn: false })
    const unread = await watch(["--json"], betaAt(door.url))
    expect(unread.code, unread.stderr).to.equal(3)
    const [alert] = told(unread)
    expect(alert).to.include({ kind: "unverified", srcChainSlug: 41001, dstChainSlug: 41002 })
    expect(alert?.["says"]).to.match(
      /^It is not known whether something is held of a delivery from alpha to beta: .*it is gone/,
    )

    door.rewrite((method, result) => (method === "eth_getTransactionReceipt" ? null : result))
    door.refuse("none", { message: "", isPassedOn: true })
    expect((await watch(["--json"], betaAt(door.url))).code).to.equal(3)
    door.release()
    const read = await watch(["--json"], betaAt(door.url))
    expect(told(read).map(({ event, kind }) => [event, kind])).to.deep.equal([
      ["alert", "held"],
      ["over", "unverified"],
      ["end", undefined],
    ])
    door.refuse("eth_getTransactionReceipt", { message: "it is gone", isPassedOn: false })
    const [end] = told(await watch(["--json"], betaAt(door.url)))
    expect(end).to.include({ event: "end", outcome: "deadline" })
  })
})

describe("reading what contracts did in deliveries", () => {
  it("leaves the rest to the next look where a node fails, begins with what was not asked, and waits longer each time", async () => {
    await using store = await createWatchStore("")
    await store.openChain(2, "here")
    const marks = Array.from({ length: 20 }, (_, log) => ({
      ...({ kind: "executed", key: idOf(1, log), block: 5, log, tx: hash(log), at: 1_500 } as const),
    }))
    const position = { blockNumber: 5n, blockHash: hash(5) }
    const clock = createManualClock(1_000_000)
    await store.record(2, { messages: [], marks, position }, clock.now())
    let asked: unknown[] = []
    const failing = node({ eth_getTransactionReceipt: ([tx]) => (asked.push(tx), Promise.reject(new Error("away"))) })
    const leave = leaveToNextLook(Number.POSITIVE_INFINITY, clock)
    const read = async (): Promise<number[]> => {
      asked = []
      const abis = [keepingPlugArtifact.abi]
      await readOutcomes({ store, chains: [chainOf(2, failing)], abis, chainName: String, clock, leave })
      return asked.map(Number)
    }
    const counted = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
    expect(await read()).to.deep.equal(counted(0, 8))
    expect(await read()).to.deep.equal(counted(8, 8))
    await clock.advance(10_000)
    // The four that were never asked have waited longest.
    expect(await read()).to.deep.equal([...counted(16, 4), ...counted(0, 4)])
    await clock.advance(9_000)
    expect(await read()).to.deep.equal(counted(4, 8))
    expect((await store.notLookedAt(clock.now()))[0]).to.include({ src: 1, chain: 2, count: 20 })
  })
})

function betaAt(url: string): { readonly PLUGS_TEST_NETWORKS: string } {
  return { PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url } }) }
}
