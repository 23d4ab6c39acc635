import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { startUnknowingApi, type UnknowingApi } from "#test/fixtures/servers/unknowingApi.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

/** What is said of an API that nothing answers for. */
const silent =
  "the messaging API does not answer, trying again: The server cannot be reached. Its messages are followed on the chains themselves."

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

  deepIt("prints in JSON where it follows, and nothing else than lines of JSON", async () => {
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
      expect(stderr).to.contain(silent)
    }
  })

  it("asks an API that was silent at first again, so that its failure is told and not waited for", async () => {
    const moody = { abi: moodyPlugArtifact.abi, address: world.moody.beta }
    const beta = world.devnet.chains["beta"]!
    await beta.walletClient.writeContract({ ...moody, functionName: "refuseAll", args: [true] })
    const call = { ...moody, address: world.moody.alpha, functionName: "send", args: [41002, "0x01"] }
    const hash = await send(world.devnet.chains["alpha"]!, call)
    const { messaging } = world.devnet
    await eventually(() => Promise.resolve(world.devnet.messagesFromTx(41001, hash)[0]?.status === "EXECUTION_FAILURE"))
    let asked = 0
    // The first question and its tries, and those of the first look, get no answer.
    await using silentAtFirst = await listenLocally((request, response) => {
      asked += 1
      if (asked <= 9) return void response.socket?.destroy()
      const { origin } = new URL(messaging.baseUrl)
      void fetch(`${origin}${request.url ?? ""}`, { headers: { "x-api-key": messaging.apiKey } }).then(
        async (answer) => {
          response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text())
        },
      )
    })
    const baseUrl = messaging.baseUrl.replace(new URL(messaging.baseUrl).origin, silentAtFirst.url)
    const env = { PLUGS_TEST_MESSAGING: JSON.stringify({ ...messaging, baseUrl }) }
    const task = ["messaging", "track", hash, "--from", "alpha", "--timeout", "60s"]
    const { code, stderr } = await world.run(task, { env, clock: createFastClock() })
    expect(code, stderr).to.equal(2)
    expect(stderr).to.contain("the messaging API does not answer, trying again: ")
  })

  it("says why the API does not answer, and follows on the chains", async () => {
    const hash = await add()
    const messaging = { baseUrl: `http://127.0.0.1:${await freePort()}`, apiKey: "k" }
    const gone = { env: { PLUGS_TEST_MESSAGING: JSON.stringify(messaging) }, clock: createFastClock() }
    const { code, stdout, stderr } = await world.run(["messaging", "track", hash, "--from", "alpha"], gone)
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/alpha → beta +EXECUTION_SUCCESS/)
    expect(stderr).to.contain(silent)
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
