import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { startDevnet } from "#src/devnet/index.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import type { TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { startUnknowingApi } from "#test/fixtures/servers/unknowingApi.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

/** A clock that is ahead, so that what just happened is old. */
const fiveMinutesLater: Clock = { ...systemClock, now: () => systemClock.now() + 5 * 60_000 }

describe("the atlas of messages: the messaging API", function () {
  let world: ExplainedWorld
  before(async () => {
    world = await createExplainedWorld()
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world[Symbol.asyncDispose]())

  const explain = (args: string[], options: TaskCommandOptions = {}) => world.explain("messaging", args, options)
  const sendOne = () => {
    const { alpha, beta } = world.devnet.chains
    const { abi } = counterArtifact
    return send(alpha, { address: world.counters.alpha, abi, functionName: "add", args: [beta.slug, 1n] })
  }
  const deliver = async (): Promise<Hex> => {
    const hash = await sendOne()
    await eventually(async () => {
      const { document } = await explain([hash])
      return document.verdict === "delivered" && document.causes.length === 0
    })
    return hash
  }
  /** An API that says something else of every message. */
  const rewriting = async (rewrite: (text: string) => string) => {
    const api = await createRewritingApi(new URL(world.devnet.messaging.baseUrl).origin, (_, text) => rewrite(text))
    const { pathname } = new URL(world.devnet.messaging.baseUrl)
    const { apiKey } = world.devnet.messaging
    const env = {
      PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: `${api.url}${pathname}`.replace(/\/$/, ""), apiKey }),
    }
    return { env, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
  }

  deepIt("api-behind: says what each says once the API has had a minute, and goes by the chains", async () => {
    const hash = await deliver()
    await using api = await rewriting((text) => text.replaceAll("EXECUTION_SUCCESS", "SEALED"))
    const early = await explain([hash], { env: api.env })
    expect(early.document.causes).to.deep.equal([])
    const explained = await explain([hash], { env: api.env, clock: fiveMinutesLater })
    const { certainty, says, mend } = expectCause(explained, "api-behind")
    expect(certainty).to.equal("likely")
    expect(says).to.match(/it says SEALED, and beta shows that it was executed 5 min/)
    expect(explained.document.verdict).to.equal("delivered")
    const { stdout } = await world.runPrinted(`${mend!.command!} --json`)
    expect(JSON.parse(stdout)).to.deep.include({ verdict: "delivered", causes: [] })
  })

  deepIt("api-behind: also where it does not know the message at all", async () => {
    const hash = await deliver()
    await using api = await rewriting((text) => text.replace(/"result":\s*\[.*\]/s, '"result":[]'))
    const explained = await explain([hash], { env: api.env, clock: fiveMinutesLater })
    const { says } = expectCause(explained, "api-behind")
    expect(says).to.contain("it does not know the message")
  })

  deepIt("chain-behind: an API that says more than the node shows is not believed, nor is the node", async () => {
    world.devnet.relay.pause("propose")
    const hash = await sendOne()
    await using api = await rewriting((text) => text.replaceAll(/RECEIVED|SEALED/g, "EXECUTION_SUCCESS"))
    await eventually(async () => (await explain([hash], { env: api.env })).document.causes.length > 0)
    const explained = await explain([hash], { env: api.env })
    const { certainty, says, mend } = expectCause(explained, "chain-behind")
    expect(certainty).to.equal("likely")
    expect(says).to.contain("the node of beta does not show that the message was executed")
    expect(explained.document.verdict).to.equal("unknown")
    world.devnet.relay.resume()
    await eventually(async () => (await explain([hash])).document.verdict === "delivered")
    const { stdout } = await world.runPrinted(`${mend!.command!} --json`)
    expect(JSON.parse(stdout)).to.deep.include({ verdict: "delivered", causes: [] })
  })

  deepIt("chain-behind: the node does not know the transaction whose messages the API has", async () => {
    const hash = await deliver()
    await using fork = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    const env = { PLUGS_TEST_ALPHA_URL: fork.chains.alpha.rpcUrl }
    const explained = await explain([hash, "--from", "alpha"], { env, clock: fiveMinutesLater })
    const { certainty, mend } = expectCause(explained, "chain-behind")
    expect(certainty).to.equal("likely")
    expect(explained.document.causes.map(({ name }) => name)).to.deep.equal(["chain-behind", "reorged"])
    // The API says that it was delivered.
    expect(JSON.stringify(explained.document)).to.not.match(/send (it |the message )?again/i)
    const { stdout } = await world.runPrinted(`${mend!.command!} --json`)
    expect(JSON.parse(stdout)).to.deep.include({ verdict: "delivered" })
    // A chain whose newest block is of now has caught up, and does not have it all the same.
    await fork.chains.alpha.testClient.mine({ blocks: 1 })
    const fresh = await explain([hash, "--from", "alpha"], { env })
    expect(expectCause(fresh, "reorged").certainty).to.equal("likely")
  })

  deepIt(
    "chain-behind: a message that the API calls delivered is not to be sent again, whatever beta's node shows",
    async () => {
      const hash = await deliver()
      await using fork = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
      // Another devnet with the same chain id has neither the plug nor the packet.
      const beta = { type: "http", url: fork.chains.beta.rpcUrl }
      const env = { PLUGS_TEST_NETWORKS: JSON.stringify({ beta }) }
      for (const clock of [systemClock, fiveMinutesLater]) {
        const explained = await explain([hash], { env, clock })
        expect(expectCause(explained, "chain-behind").certainty).to.equal("likely")
        expect(explained.document.verdict).to.equal("unknown")
        expect(JSON.stringify(explained.document)).to.not.match(/send (it |the message )?again/i)
      }
    },
  )

  deepIt(
    "not waiting: what the API calls failed or reverting is no matter of time, whatever the chains show",
    async () => {
      world.devnet.relay.pause("simulate")
      const hash = await sendOne()
      await eventually(async () => (await explain([hash])).document.items[0]?.status === "VERIFIED")
      for (const [status, name] of [
        ["EXECUTION_FAILURE", "given-up"],
        ["INBOUND_REVERTING", "inbound-reverts"],
      ] as const) {
        await using api = await rewriting((text) => text.replaceAll("VERIFIED", status))
        const explained = await explain([hash], { env: api.env })
        expect(expectCause(explained, name).mend?.command).to.contain("messaging retry")
        expect(explained.document.verdict).to.equal("stuck")
      }
    },
  )

  deepIt("api-unknown-chain: does not stop the message", async () => {
    const hash = await deliver()
    await using api = await startUnknowingApi()
    const explained = await explain([hash], { env: api.env })
    const { certainty, evidence, mend } = expectCause(explained, "api-unknown-chain")
    expect(certainty).to.equal("possible")
    expect(evidence[0]?.says).to.contain("no chain 41001 here")
    expect(explained.document.verdict).to.equal("delivered")
    const doctor = await world.runPrinted(mend!.command!, { env: api.env })
    expect(doctor.stdout).to.contain("no chain")
  })

  deepIt("api-unreachable: also where it fails, whatever it says about it", async () => {
    const hash = await deliver()
    await using api = await startUnknowingApi(500)
    expectCause(await explain([hash], { env: api.env, clock: createShortPauses() }), "api-unreachable")
  })

  it("api-key-refused: does not stop the message, and the doctor says which key", async () => {
    const hash = await deliver()
    const env = { PLUGS_TEST_API_KEY: "wrong" }
    const explained = await explain([hash], { env })
    const { certainty, mend } = expectCause(explained, "api-key-refused")
    expect(certainty).to.equal("possible")
    expect(explained.document.verdict).to.equal("delivered")
    const doctor = await world.runPrinted(mend!.command!, { env })
    expect(doctor.stdout).to.contain("plugs.messaging.apiKey")
    expect(JSON.stringify(explained.document)).to.not.contain("wrong")
  })

  deepIt("api-unreachable: does not stop the message", async () => {
    const hash = await deliver()
    const env = { PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: "http://127.0.0.1:9", apiKey: "k" }) }
    const explained = await explain([hash], { env, clock: createShortPauses() })
    const { certainty, mend } = expectCause(explained, "api-unreachable")
    expect(certainty).to.equal("possible")
    expect(explained.document.verdict).to.equal("delivered")
    const doctor = await world.runPrinted(mend!.command!, { env, clock: createShortPauses() })
    expect(doctor.code).to.not.equal(0)
  })
})
