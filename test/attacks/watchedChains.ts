import { access } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { maxUint256, numberToHex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { createRpcDoor, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

/** An alarm stops an application, so that who can cause one can stop it. */
describe("S-22 a node of a chain that is watched and exported", function () {
  let world: DevnetWorld
  let door: RpcDoor
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    world = await createDevnetWorld()
    const alpha = world.devnet.chains["alpha"]!
    door = await createRpcDoor(alpha.rpcUrl)
    const call = { address: world.counters.alpha, abi: counterArtifact.abi, functionName: "add", args: [41002, 1n] }
    const hash = await send(alpha, call)
    const status = () => world.devnet.messagesFromTx(alpha.slug, hash)[0]?.status
    await eventually(() => Promise.resolve(status() === "EXECUTION_SUCCESS"))
    // Behind the door it is no local chain, and one whose newest block is older than a delivery is taken for one that lags.
    await alpha.provider.request({ method: "hardhat_mine", params: ["0x2", "0x64"] })
  })
  beforeEach(async () => {
    project = await temporaryProject()
  })
  afterEach(async () => {
    door.release()
    await project[Symbol.asyncDispose]()
  })
  after(async () => {
    await door[Symbol.asyncDispose]()
    await world.devnet.stop()
  })

  const alarm = () => path.join(project.path, "alarm")
  const run = (...task: string[]) => world.run(["messaging", ...task], options())
  const options = () => {
    const alarmCommand = [process.execPath, "-e", "require('node:fs').writeFileSync(process.argv[1], '')", alarm()]
    return {
      env: {
        PLUGS_TEST_ROOT: project.path,
        PLUGS_TEST_ALPHA_URL: door.url,
        PLUGS_TEST_WIRING: JSON.stringify({ application: { contracts: world.counters } }),
        PLUGS_TEST_WATCH: JSON.stringify({ lateAfter: 600, alarmCommand }),
      },
    }
  }
  const look = () => run("watch", "--once", "--json", "--reconcile")
  const hasAlarmed = () =>
    access(alarm()).then(
      () => true,
      () => false,
    )

  it("is believed where it is honest: there is nothing to say", async () => {
    expect((await look()).code).to.equal(0)
    expect(await hasAlarmed()).to.equal(false)
  })

  it("believes no node that has no log of what was delivered from its chain, and stops nothing for that", async () => {
    door.rewrite((method, result) => (method === "eth_getLogs" ? [] : result))
    const { code, events } = await look()
    expect(code).to.equal(3)
    expect(events.filter(({ event }) => event === "alert").map(({ kind }) => kind)).to.deep.equal(["unverified"])
    expect(await hasAlarmed()).to.equal(false)
  })

  for (const field of variants(["logIndex", "blockTimestamp"], 1)) {
    it(`refuses a log whose ${field} is beyond all numbers`, async () => {
      const beyond = (log: object) => ({ ...log, [field]: numberToHex(maxUint256) })
      door.rewrite((method, result) => (method === "eth_getLogs" ? (result as object[]).map(beyond) : result))
      const { code, error, events } = await look()
      expect([code, error?.code]).to.deep.equal([1, undefined])
      expect(events.at(-1)).to.have.nested.property("error.code", "PARTLY_READ")
      expect((await run("export", "--since", "0")).error?.code).to.equal("NODE_FAILED")
    })
  }

  for (const [then, logs, expected] of [
    ["is believed where it is honest once it answers", (all: unknown) => all, 0],
    ["is not believed where it then has no logs", () => [], 3],
  ] as const) {
    it(`causes no alarm where it is down at the start, and ${then}`, async () => {
      const kinds = (events: readonly Record<string, unknown>[]) =>
        new Set(events.filter(({ event }) => event === "alert").map(({ kind }) => kind))
      door.refuse("eth_chainId", { message: "it starts", isPassedOn: false })
      const down = await look()
      expect([down.code, kinds(down.events), await hasAlarmed()]).to.deep.equal([1, new Set(["unverified"]), false])
      door.release()
      door.rewrite((method, result) => (method === "eth_getLogs" ? logs(result) : result))
      expect([(await look()).code, await hasAlarmed()]).to.deep.equal([expected, false])
    })
  }

  it("delays its own paths alone where it is down at the start: what others deliver is told meanwhile, and its own once it answers", async () => {
    door.refuse("eth_chainId", { message: "it starts", isPassedOn: false })
    await using watching = world.start(["messaging", "watch", "--json", "--reconcile", "--interval", "20ms"], options())
    await watching.event(({ event, says }) => event === "trouble" && String(says).startsWith("alpha could not be read"))
    const call = { address: world.counters.beta, abi: counterArtifact.abi, functionName: "add", args: [41003, 1n] }
    const hash = await send(world.devnet.chains["beta"]!, call)
    await watching.event(({ outboundTx, status }) => outboundTx === hash && status === "EXECUTION_SUCCESS")
    const isOfAlpha = ({ srcChainSlug }: Record<string, unknown>): boolean => srcChainSlug === 41001
    door.release()
    await watching.event((event) => isOfAlpha(event) && event["status"] === "EXECUTION_SUCCESS")
    watching.interrupt()
    const { code, events } = await watching.ended
    expect(events.findIndex(isOfAlpha)).to.be.above(events.findIndex(({ outboundTx }) => outboundTx === hash))
    expect([code, events.filter(({ event }) => event === "alert"), await hasAlarmed()]).to.deep.equal([0, [], false])
  })

  it("is named where it has the logs of what is proposed, and does not say whether that is allowed", async () => {
    const { relay } = world.devnet
    relay.pause("verify")
    const call = { address: world.counters.beta, abi: counterArtifact.abi, functionName: "add", args: [41001, 1n] }
    const hash = await send(world.devnet.chains["beta"]!, call)
    await eventually(() => Promise.resolve(world.devnet.messagesFromTx(41002, hash)[0]?.status === "ATTESTED"))
    const statusOf = (events: readonly Record<string, unknown>[]) =>
      events.findLast(({ outboundTx, status }) => outboundTx === hash && status !== undefined)?.["status"]
    door.refuse("eth_getTransactionReceipt", { message: "not here", isPassedOn: false })
    const refused = await look()
    expect([refused.code, statusOf(refused.events)]).to.deep.equal([1, "PROPOSED"])
    expect(refused.events.filter(({ event }) => event === "alert").map(({ kind, says }) => [kind, says])).to.deep.equal(
      [
        [
          "unverified",
          "alpha does not say whether the packets that are proposed there are allowed: The node of alpha could not answer a call of allowPacket.",
        ],
      ],
    )
    door.release()
    const { code, events } = await look()
    relay.resume()
    expect([code, statusOf(events)]).to.deep.equal([0, "VERIFIED"])
  })

  // The limit of time is that of Hardhat's own requests, so that no clock of a test can shorten it.
  deepIt("cannot hold a single look, or an export, by an answer that never comes", async () => {
    const hold = () => void door.holdAt({ method: "eth_call", times: 1, when: "before" })
    hold()
    const once = await run("watch", "--once")
    expect([once.code, once.stdout.split("\n")[0]]).to.deep.equal([
      1,
      "unverified  alpha could not be read: The node could not answer a call of getPlugConfig.",
    ])
    hold()
    const { code, error } = await run("export", "--since", "0")
    expect([code, error?.code]).to.deep.equal([1, "NODE_FAILED"])
  })
})
