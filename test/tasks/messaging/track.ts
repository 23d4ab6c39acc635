import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Abi, Address, Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { readOutboundMessages } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import { startHardhat } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { writeUserArtifact } from "#test/fixtures/projects/userArtifact.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

describe("hardhat messaging track", function () {
  let world: DevnetWorld
  before(async () => {
    world = await createDevnetWorld()
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world.devnet.stop())

  const sendFromAlpha = (address: Address, abi: Abi, functionName: string, args: readonly unknown[]): Promise<Hex> =>
    send(world.devnet.chains["alpha"]!, { address, abi, functionName, args })
  const add = (amount: bigint): Promise<Hex> =>
    sendFromAlpha(world.counters.alpha, counterArtifact.abi, "add", [41002, amount])

  it("ends with 0 when the message is delivered, and shows where", async () => {
    const hash = await add(5n)
    const { code, stdout, stderr } = await world.run(["messaging", "track", hash, "--from", "alpha"])
    expect(code).to.equal(0)
    expect(stdout).to.match(/alpha → beta +EXECUTION_SUCCESS/)
    expect(stderr).to.match(/EXECUTION_SUCCESS +delivered +executed in 0x[0-9a-f]{64}/)
    expect(stdout + stderr).to.not.contain("\u001B")

    const alone = await world.run(["messaging", "track", hash])
    expectGoldenCommand("messaging/track", alone)
    expectGoldenCommand("messaging/track", await world.run(["messaging", "track", hash, "--json"]))
    const unknown = await world.run(["messaging", "track", `0x${"7".repeat(64)}`])
    expectGoldenCommand("messaging/track-unknown", unknown)
  })

  it("follows every message of a transaction in JSON lines, and prints nothing else", async () => {
    const hash = await sendFromAlpha(world.counters.alpha, counterArtifact.abi, "addMany", [41002, [1n, 2n]])
    const { code, stdout, stderr, events } = await world.run([
      "--network",
      "alpha",
      "messaging",
      "track",
      hash,
      "--json",
    ])
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expect(stdout.trimEnd().split("\n")).to.have.length(events.length)
    const end = events.at(-1) as { event: string; outcome: string; messages: { status: string }[] }
    expect(end).to.include({ event: "end", outcome: "success" })
    expect(end.messages.map(({ status }) => status)).to.deep.equal(["EXECUTION_SUCCESS", "EXECUTION_SUCCESS"])
  })

  it("follows only the message that --message-id names", async () => {
    const hash = await sendFromAlpha(world.counters.alpha, counterArtifact.abi, "addMany", [41002, [1n, 2n]])
    const receipt = await world.devnet.chains["alpha"]!.publicClient.getTransactionReceipt({ hash })
    const messageId = readOutboundMessages(receipt)[1]!.messageId
    const { code, events } = await world.run([
      "messaging",
      "track",
      hash,
      "--from",
      "alpha",
      "--message-id",
      messageId,
      "--json",
    ])
    expect(code).to.equal(0)
    expect(new Set(events.map((event) => event["messageId"] ?? messageId))).to.deep.equal(new Set([messageId]))
  })

  it("ends with 0 at the state that --until names", async () => {
    world.devnet.relay.pause("propose")
    const hash = await add(1n)
    const { code, events } = await world.run([
      "messaging",
      "track",
      hash,
      "--from",
      "41001",
      "--until",
      "sealed",
      "--json",
    ])
    expect(code).to.equal(0)
    expect(events.at(-2)).to.include({ status: "SEALED" })
  })

  it("ends with 2 when the message failed for good, and says in what state", async () => {
    await world.devnet.chains["beta"]!.walletClient.writeContract({
      address: world.moody.beta,
      abi: moodyPlugArtifact.abi,
      functionName: "refuseAll",
      args: [true],
    })
    const hash = await sendFromAlpha(world.moody.alpha, moodyPlugArtifact.abi, "send", [41002, "0x01"])
    const args = ["messaging", "track", hash, "--from", "alpha"]
    const [human, json] = await Promise.all([world.run(args), world.run([...args, "--json"])])
    expect([human.code, json.code]).to.deep.equal([2, 2])
    expectGoldenCommand("messaging/track-failed", await world.run(args))
    expectGoldenCommand("messaging/track-failed", await world.run([...args, "--json"]))
    expect(human.stderr).to.match(/EXECUTION_FAILURE/)
    expect(human.stderr).to.not.match(/^\s+at /m)
    expect(json.events.at(-1)).to.deep.include({ event: "end", outcome: "failure" })
    expect(json.events.at(-1)!["error"]).to.include({ code: "MESSAGE_FAILED" })
  })

  it("ends with 3 at its deadline, and says how far the message came", async () => {
    world.devnet.relay.pause("attest")
    const hash = await add(1n)
    const { code, stdout, stderr, events } = await world.run([
      "messaging",
      "track",
      hash,
      "--from",
      "alpha",
      "--timeout",
      "900ms",
      "--json",
    ])
    expect(code).to.equal(3)
    expect(events.at(-1)).to.deep.include({ event: "end", outcome: "deadline" })
    expect(stderr).to.match(/last state: PROPOSED/)
    expect(stdout).to.not.contain("last state:\n")
  })

  it("stops at Ctrl-C with 130 and without a stack", async () => {
    world.devnet.relay.pause("attest")
    const hash = await add(1n)
    await using track = world.start(["messaging", "track", hash, "--from", "alpha", "--json"])
    await track.event(({ status }) => status === "PROPOSED")
    track.interrupt()
    const { code, stderr, events } = await track.ended
    expect(code).to.equal(130)
    expect(stderr).to.equal("Interrupted.\n")
    expect(events.at(-1)).to.deep.include({ event: "end", outcome: "interrupted" })
  })

  deepIt("exits silently when its output is closed, even at its last line", async () => {
    const hash = await add(1n)
    const track = startHardhat(["messaging", "track", hash, "--from", "alpha", "--json"], { port: world.port })
    track.hangUp()
    const { code, stderr } = await track.ended
    expect({ code, stderr }).to.deep.equal({ code: 141, stderr: "" })
  })

  it("says within a second that the transaction is unknown, and since when", async () => {
    const args = ["messaging", "track", `0x${"1".repeat(64)}`, "--from", "alpha", "--timeout", "5s"]
    const options = { port: world.port, clock: createFastClock() }
    const { code, stderr } = await runCommand(args, options)
    expect(code).to.equal(3)
    const [line, ...others] = stderr.split("\n").filter((text) => text.startsWith("waiting since"))
    expect(others).to.deep.equal([])
    expect(line).to.match(/since \d\d:\d\d:\d\d: /)
    const startedAt = options.clock.now()
    const { events } = await runCommand([...args, "--json"], options)
    expect(events[0]).to.include({ event: "unknown", says: "the messaging API does not know the transaction yet" })
    expect(events[0]!["since"]).to.be.at.least(startedAt)
  })

  it("ends at once where the chain shows that the transaction sent nothing, or reverted", async () => {
    const { walletClient, publicClient } = world.devnet.chains["alpha"]!
    const silent = await walletClient.sendTransaction({ to: walletClient.account.address })
    // The node mines it, and throws its revert.
    const failing = walletClient.sendTransaction({ to: world.counters.alpha, data: "0x12345678", gas: 100_000n })
    await failing.catch(() => undefined)
    const { transactions } = await publicClient.getBlock()
    const reverted = transactions.at(-1)!
    for (const hash of [silent, reverted]) {
      const { code, error } = await world.run(["messaging", "track", hash, "--from", "alpha"])
      expect(code).to.equal(1)
      expect(error?.code).to.equal("NOTHING_TO_FOLLOW")
      expect(error?.message).to.contain(hash)
    }
  })

  it("shows what the receipt has of messages that the API does not know yet, and says so until it does", async () => {
    world.devnet.relay.pause("seal")
    const hash = await add(1n)
    let isKnown = false
    await using api = await createRewritingApi(world.devnet.url, (path, text) =>
      isKnown || !path.includes("/messages-from-tx") ? text : JSON.stringify({ status: "SUCCESS", result: [] }),
    )
    const messaging = { baseUrl: `${api.url}/messaging`, apiKey: world.devnet.messaging.apiKey }
    await using track = world.start(["messaging", "track", hash, "--from", "alpha", "--json"], {
      env: { PLUGS_TEST_MESSAGING: JSON.stringify(messaging) },
    })
    expect(await track.event(({ event }) => event === "status")).to.include({ status: "RECEIVED" })
    await track.event(({ event }) => event === "unknown")
    isKnown = true
    world.devnet.relay.resume()
    const { code, events } = await track.ended
    expect(code).to.equal(0)
    expect(events.at(-2)).to.include({ status: "EXECUTION_SUCCESS" })
  })

  it("says why inbound reverts, decoded with the user's own contract, as send --track does", async () => {
    const abi = moodyPlugArtifact.abi.filter(({ type }) => type === "error")
    await using artifacts = await writeUserArtifact(abi)
    const env = { PLUGS_TEST_ARTIFACTS: artifacts.path }
    await world.devnet.chains["beta"]!.walletClient.writeContract({
      address: world.moody.beta,
      abi: moodyPlugArtifact.abi,
      functionName: "refuse",
      args: ["0xbad0", true],
    })
    const hash = await sendFromAlpha(world.moody.alpha, moodyPlugArtifact.abi, "send", [41002, "0xbad0"])
    const track = ["messaging", "track", hash, "--from", "alpha"]
    const send = ["messaging", "send", world.moody.alpha, "send(uint32,bytes)", "beta", "0xbad0", "--from", "alpha"]
    const tracked = await world.run(track, { env })
    expect(tracked.code, tracked.stderr).to.equal(2)
    expect(tracked.stderr).to.match(/EXECUTION_FAILURE .*reverts: InABadMood\(payload: 0xbad0\)/)
    const sent = await world.run([...send, "--track", "--json"], { env })
    expect(sent.code, sent.stderr).to.equal(2)
    const failed = sent.events.find(({ status }) => status === "EXECUTION_FAILURE")
    expect(failed!["revert"]).to.deep.equal({ reason: "InABadMood(payload: 0xbad0)" })
  })

  it("says before it waits which server is away, and how to start one", async () => {
    const port = await freePort()
    const hash = `0x${"1".repeat(64)}`
    const { code, stdout, stderr } = await runCommand(["messaging", "track", hash, "--from", "alpha"], {
      port,
      clock: createFastClock(),
    })
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expect(stderr).to.contain(`http://127.0.0.1:${port}`)
    expect(stderr).to.contain("npx hardhat devnet")
    expect(stderr).to.not.match(/^\s+at /m)
  })

  deepIt("says how to start a devnet where no node answers, as list, explain and retry do", async () => {
    const port = await freePort()
    const hash = `0x${"1".repeat(64)}`
    for (const args of [["list"], ["explain"], ["explain", hash], ["track", hash], ["track"], ["retry", hash]]) {
      const { code, stderr } = await runCommand(["messaging", ...args], { port, clock: createFastClock() })
      expect({ args, code }).to.deep.equal({ args, code: 1 })
      expect(stderr, args.join(" ")).to.contain("npx hardhat devnet").and.to.contain(`:${port}`)
    }
  })
})
