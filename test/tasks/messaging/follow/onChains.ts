import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { createFastClock } from "#test/fixtures/clocks/fastClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { startUnknowingApi, type UnknowingApi } from "#test/fixtures/servers/unknowingApi.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

describe("tracking messages of a chain that the messaging API does not know", function () {
  let world: DevnetWorld
  let api: UnknowingApi
  before(async () => {
    world = await createDevnetWorld()
    api = await startUnknowingApi()
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(async () => {
    await api[Symbol.asyncDispose]()
    await world.devnet.stop()
  })

  const sendTask = (to: string): string[] => {
    return ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", to, "5", "--from", "alpha", "--track"]
  }
  const add = () => {
    const call = { address: world.counters.alpha, abi: counterArtifact.abi, functionName: "add", args: [41002, 1n] }
    return send(world.devnet.chains["alpha"]!, call)
  }

  it("sends, says so, and follows the message on the chains to its end", async () => {
    const { code, stdout, stderr } = await world.run(sendTask("beta"), api)
    expect(code).to.equal(0)
    expect(stderr).to.contain("(no chain 41001 here)")
    expect(stderr).to.match(/EXECUTION_SUCCESS +delivered +executed in 0x[0-9a-f]{64}/)
    expect(stdout).to.match(/alpha → beta +EXECUTION_SUCCESS/)
  })

  it("prints in JSON where it follows, and nothing else than lines of JSON", async () => {
    const { code, stdout, events } = await world.run([...sendTask("beta"), "--until", "PROPOSED", "--json"], api)
    expect(code).to.equal(0)
    expect(events[0]).to.include({ event: "sent", followedOn: "chains" })
    expect(events.at(-1)).to.include({ event: "end", outcome: "success" })
    expect(stdout.trimEnd().split("\n")).to.have.length(events.length)
    const known = await world.run([...sendTask("beta"), "--until", "RECEIVED", "--json"])
    expect(known.events[0]).to.include({ followedOn: "api" })
  })

  deepIt("says how far a message has come at each stage, and ends with 3 at the deadline", async () => {
    for (const [stage, state] of [
      ["seal", "RECEIVED"],
      ["propose", "SEALED"],
      ["attest", "PROPOSED"],
      ["execute", "VERIFIED"],
    ] as const) {
      world.devnet.relay.pause(stage)
      const hash = await add()
      const args = ["messaging", "track", hash, "--from", "alpha", "--timeout", "600ms"]
      const { code, stderr } = await world.run(args, api)
      expect(code, stage).to.equal(3)
      expect(stderr, stage).to.contain(`last state: ${state}`)
      world.devnet.relay.resume()
    }
  })

  deepIt(
    "sends and tracks on the chains to the end where the API never knows the transaction, and says so",
    async () => {
      await using forgetful = await startUnknowingApi(404)
      const sent = await world.run(sendTask("beta"), forgetful)
      expect(sent.code, sent.stderr).to.equal(0)
      expect(sent.stdout).to.match(/alpha → beta +EXECUTION_SUCCESS/)
      const { code, events } = await world.run(
        ["messaging", "track", await add(), "--from", "alpha", "--json"],
        forgetful,
      )
      expect(code).to.equal(0)
      expect(events.at(-1)).to.include({ event: "end", outcome: "success" })
      expect(events.find(({ event }) => event === "unknown")?.["says"]).to.equal(
        "the messaging API does not know the transaction yet. Its messages are followed on the chains themselves.",
      )
    },
  )

  deepIt("does so where nothing answers at the API's port", async () => {
    const messaging = { baseUrl: `http://127.0.0.1:${await freePort()}`, apiKey: "k" }
    const gone = { env: { PLUGS_TEST_MESSAGING: JSON.stringify(messaging) }, clock: createFastClock() }
    for (const args of [sendTask("beta"), ["messaging", "track", await add(), "--from", "alpha"]]) {
      const { code, stdout, stderr } = await world.run(args, gone)
      expect(code, stderr).to.equal(0)
      expect(stdout).to.match(/alpha → beta +EXECUTION_SUCCESS/)
      expect(stderr).to.contain(
        "The messaging API does not answer about alpha (The server cannot be reached). Its messages are followed on the chains themselves.",
      )
    }
  })

  it("says why the API does not answer, and follows on the chains", async () => {
    const hash = await add()
    const messaging = { baseUrl: `http://127.0.0.1:${await freePort()}`, apiKey: "k" }
    const gone = { env: { PLUGS_TEST_MESSAGING: JSON.stringify(messaging) }, clock: createFastClock() }
    const { code, stdout, stderr } = await world.run(["messaging", "track", hash, "--from", "alpha"], gone)
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/alpha → beta +EXECUTION_SUCCESS/)
    expect(stderr).to.contain("does not answer about alpha (The server cannot be reached).")
  })

  it("sends to a chain that is not configured, says what the source chain shows, and ends with 1", async () => {
    world.devnet.relay.pause("seal")
    const env = { ...api.env, PLUGS_TEST_CHAINS: "alpha,beta" }
    const { code, error, stdout, stderr } = await world.run(sendTask("41003"), { env })
    expect(code).to.equal(1)
    expect(error?.code).to.equal("NOT_FOLLOWED")
    expect(stdout).to.match(/0x[0-9a-f]{64}/)
    expect(stderr).to.match(/state of 0x[0-9a-f]{64}: RECEIVED/)
    expect(error?.facts["chain 41003"]).to.contain("plugs.chains")
  })
})
