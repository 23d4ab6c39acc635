import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { startUnknowingApi } from "#test/fixtures/servers/unknowingApi.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

const isTrue: Hex = `0x${"0".repeat(63)}1`
const isFalse: Hex = `0x${"0".repeat(64)}`

/** A clock behind those of the chains, so that nothing is late on a busy machine. */
const atChainTime = createLaterClock(-600_000)

describe("hardhat messaging track, list and explain with --source", function () {
  let world: DevnetWorld
  before(async () => {
    world = await createDevnetWorld()
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world.devnet.stop())

  const add = (): Promise<Hex> => {
    const call = { address: world.counters.alpha, abi: counterArtifact.abi, functionName: "add", args: [41002, 1n] }
    return send(world.devnet.chains["alpha"]!, call)
  }
  const deliver = async (): Promise<Hex> => {
    const hash = await add()
    expect((await world.run(["messaging", "track", hash, "--from", "alpha"])).code).to.equal(0)
    return hash
  }
  const run = (args: readonly string[], env: Record<string, string> = {}): Promise<EndedCommand> => {
    const clock = args[0] === "explain" ? atChainTime : undefined
    return runCommand(["messaging", ...args, "--json"], { port: world.port, env, ...(clock && { clock }) })
  }
  /** Runs at an API that calls every message delivered. */
  const withLiar = async (args: readonly string[]): Promise<EndedCommand> => {
    await using api = await createRewritingApi(world.devnet.url, (path, text) =>
      path.includes("/messages-from-tx")
        ? text.replaceAll(/"status":"(RECEIVED|SEALED)"/g, '"status":"EXECUTION_SUCCESS"')
        : text,
    )
    const messaging = { baseUrl: `${api.url}/messaging`, apiKey: world.devnet.messaging.apiKey }
    return await run(args, { PLUGS_TEST_MESSAGING: JSON.stringify(messaging) })
  }

  it("track --source chain asks no API, shows each state that a chain shows, and says what it cannot see", async () => {
    const hash = await add()
    const messaging = JSON.stringify({ baseUrl: `http://127.0.0.1:${await freePort()}` })
    const ended = await run(["track", hash, "--from", "alpha", "--source", "chain", "--finality", "0"], {
      PLUGS_TEST_MESSAGING: messaging,
    })
    expect(ended.code, ended.stderr).to.equal(0)
    expect(ended.events.filter(({ event }) => event === "status").map(({ status }) => status)).to.deep.equal([
      "RECEIVED",
      "SEALED",
      "PROPOSED",
      "VERIFIED",
      "EXECUTION_SUCCESS",
    ])
    expect(ended.events.at(-1)).to.deep.include({
      source: "chain",
      finality: 0,
      notVisible: ["EXECUTING", "INBOUND_REVERTING", "EXECUTION_FAILURE"],
    })
    expect(ended.stderr).to.include("EXECUTING, INBOUND_REVERTING and EXECUTION_FAILURE are not visible there")
    expect(ended.stderr).to.include("What is with 0 blocks above it counts")
  })

  deepIt("track --finality waits until what happened is as final as that", async () => {
    const hash = await deliver()
    const asked = ["track", hash, "--from", "alpha", "--source", "chain", "--finality", "5"]
    const early = await run([...asked, "--timeout", "1s"])
    expect(early.code, early.stderr).to.equal(3)
    const named = [...asked.slice(0, -1), "finalized", "--timeout", "1ms"]
    expect((await run(named)).stderr).to.include("What is finalized counts")
    for (const chain of Object.values(world.devnet.chains)) {
      await chain.provider.request({ method: "hardhat_mine", params: ["0x5"] })
    }
    // What is read once more is known of a later block.
    const late = world.start(["messaging", ...asked, "--json"])
    await late.event(({ status }) => status === "RECEIVED")
    for (const chain of Object.values(world.devnet.chains)) {
      await chain.provider.request({ method: "hardhat_mine", params: ["0x5"] })
    }
    expect((await late.ended).code).to.equal(0)
  })

  it("track --source api believes it alone, and does without the chains where it knows nothing", async () => {
    await using api = await startUnknowingApi()
    const hash = await deliver()
    const ended = await run(["track", hash, "--from", "alpha", "--source", "api"], api.env)
    expect(ended.code, ended.stderr).to.equal(1)
    world.devnet.relay.pause("seal")
    const claimed = await withLiar(["track", await add(), "--from", "alpha", "--source", "api"])
    expect(claimed.code, claimed.stderr).to.equal(0)
    expect(claimed.events.at(-1)).to.include({ source: "api" })
  })

  it("track tells both answers where the API alone calls a message delivered", async () => {
    world.devnet.relay.pause("seal")
    const ended = await withLiar(["track", await add(), "--from", "alpha", "--timeout", "1s"])
    expect(ended.code, ended.stderr).to.equal(4)
    expect(ended.events.some(({ event, says }) => event === "trouble" && /node of beta says no/.test(String(says))))
    expect(ended.events.at(-1)).to.have.nested.property("error.code", "SOURCES_DISAGREE")
  })

  it("list takes the states from where it is told, and tells both answers where they disagree", async () => {
    world.devnet.relay.pause("seal")
    await add()
    const list = async (source: string) => {
      const { stdout } = await withLiar(["list", "--chain", "alpha", "--limit", "1", "--source", source])
      return JSON.parse(stdout) as { messages: [{ messageId: string; status: string | null }]; disagreements: object[] }
    }
    const [api, chain, both] = [await list("api"), await list("chain"), await list("both")]
    expect(api.messages[0].status).to.equal("EXECUTION_SUCCESS")
    expect(chain.messages[0].status).to.equal("RECEIVED")
    expect([api.disagreements, chain.disagreements]).to.deep.equal([[], []])
    const [{ messageId, status }] = both.messages
    expect(status).to.equal(null)
    expect(both.disagreements).to.deep.equal([
      { messageId, delivered: "the messaging API", notDelivered: "the node of beta" },
    ])
  })

  it("explain --source chain does without the API, and one by the API alone is refused", async () => {
    world.devnet.relay.pause("seal")
    const hash = await add()
    const both = JSON.parse((await withLiar(["explain", hash, "--from", "alpha"])).stdout) as { verdict: string }
    const chain = JSON.parse((await withLiar(["explain", hash, "--from", "alpha", "--source", "chain"])).stdout) as {
      verdict: string
    }
    expect([both.verdict, chain.verdict]).to.deep.equal(["unknown", "waiting"])
    expect((await run(["explain", hash, "--source", "api"])).error).to.include({ code: "INVALID_INPUT" })
  })

  it("refuses a source that it does not know, and a finality that has no effect", async () => {
    for (const options of [
      ["--source", "node"],
      ["--finality", "safe"],
      ["--source", "chain", "--finality", "-1"],
    ]) {
      expect((await run(["track", isTrue, "--from", "alpha", ...options])).error).to.include({ code: "INVALID_INPUT" })
    }
  })

  describe("with other nodes in plugs.chains", () => {
    /** The configuration with another node of beta, which gives this answer to whether messages were executed. */
    async function withNode(answer: Hex | undefined, work: (env: Record<string, string>) => Promise<void>) {
      const { rpcUrl, slug, contracts } = world.devnet.chains["beta"]!
      await using door = await createRpcDoor(rpcUrl)
      if (answer !== undefined) door.rewrite((method, result) => (method === "eth_call" ? answer : result))
      const beta = { slug, socket: contracts.socket, nodes: [`${door.url}/v2/a-secret-key`] }
      await work({ PLUGS_TEST_OWN_CHAINS: JSON.stringify({ beta }) })
    }

    deepIt("a message is delivered when one of them agrees, by any source but the API", async () => {
      const hash = await deliver()
      await withNode(undefined, async (env) => {
        for (const source of ["chain", "both", "api"]) {
          const { code, stderr } = await run(["track", hash, "--from", "alpha", "--source", source], env)
          expect(code, stderr).to.equal(0)
          expect(stderr.includes("What is latest counts")).to.equal(source === "chain")
        }
        const { stdout } = await run(["explain", hash, "--from", "alpha"], env)
        expect(JSON.parse(stdout)).to.include({ verdict: "delivered" })
      })
    })

    deepIt("one that says otherwise is named, and its URL is not shown", async () => {
      const hash = await deliver()
      await withNode(isFalse, async (env) => {
        for (const source of variants(["both", "chain"], 1)) {
          const ended = await run(["track", hash, "--from", "alpha", "--source", source, "--timeout", "1s"], env)
          expect(ended.code, ended.stderr).to.equal(4)
          expect(JSON.stringify(ended.events.at(-1))).to.include("node 2 of beta")
          expect(ended.stdout + ended.stderr).to.not.include("a-secret-key")
        }
        const explained = await run(["explain", hash, "--from", "alpha"], env)
        expect(JSON.parse(explained.stdout)).to.include({ verdict: "unknown" })
        expect(explained.stdout).to.include("chain-behind").and.to.not.include("a-secret-key")
        const listed = await run(["list", "--chain", "alpha", "--limit", "1"], env)
        expect(JSON.parse(listed.stdout)).to.have.nested.property("disagreements[0].notDelivered", "node 2 of beta")
      })
    })

    it("one of another chain is refused by its number, whichever source says that a message was delivered", async () => {
      const hash = await deliver()
      const { beta, gamma } = world.devnet.chains
      const own = { slug: beta!.slug, socket: beta!.contracts.socket, nodes: [`${gamma!.rpcUrl}?key=a-secret-key`] }
      const env = { PLUGS_TEST_OWN_CHAINS: JSON.stringify({ beta: own }) }
      const track = ["track", hash, "--from", "alpha", "--source"]
      const list = ["list", "--chain", "alpha", "--limit", "1", "--source"]
      const tasks = [
        [...track, "both"],
        [...list, "chain"],
        [...track, "chain"],
        [...list, "both"],
      ]
      for (const task of variants(tasks, 2)) {
        const { code, error, stdout, stderr } = await run(task, env)
        expect([code, error?.code], task.join(" ")).to.deep.equal([1, "INVALID_INPUT"])
        expect(error?.facts["argument"]).to.equal("config.plugs.chains.beta.nodes[0]")
        expect(stdout + stderr).to.not.include("a-secret-key")
      }
    })

    it("one that does not answer confirms nothing, and its URL is not shown", async () => {
      const hash = await deliver()
      const { slug, contracts } = world.devnet.chains["beta"]!
      const nodes = [`http://127.0.0.1:${await freePort()}/v2/a-secret-key`]
      const env = { PLUGS_TEST_OWN_CHAINS: JSON.stringify({ beta: { slug, socket: contracts.socket, nodes } }) }
      const ended = await run(["track", hash, "--from", "alpha", "--timeout", "1s"], env)
      expect(ended.code, ended.stderr).to.equal(3)
      expect(ended.stdout).to.include("beta, number 2,").and.to.not.include("a-secret-key")
    })
  })
})
