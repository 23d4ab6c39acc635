import { expect } from "chai"
import { after, before, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

deepDescribe("the atlas of messages: what cannot be read", function () {
  let world: ExplainedWorld
  before(async () => {
    world = await createExplainedWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  it("chain-not-read: the destination's node does not answer and neither does the API, until both do", async () => {
    const { relay, chains } = world.devnet
    relay.pause()
    const { abi } = counterArtifact
    const call = { address: world.counters.alpha, abi, functionName: "add", args: [chains.beta.slug, 1n] }
    const hash = await send(chains.alpha, call)
    for (let steps = 0; steps < 3; steps += 1) await relay.step()
    const env = {
      PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url: "http://127.0.0.1:1" } }),
      PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: "http://127.0.0.1:1", apiKey: "devnet" }),
    }
    const unread = await world.explain("messaging", [hash, "--from", "alpha"], { env, clock: createShortPauses() })
    const cause = expectCause(unread, "chain-not-read")
    expect(cause.certainty).to.equal("certain")
    expect(cause.mend?.who).to.match(/^check plugs.chains/)
    // The doctor names what does not answer.
    const doctor = await world.runPrinted(cause.mend!.command!, { env, clock: createShortPauses() })
    expect(doctor.stdout).to.match(/beta/)
    relay.resume()
    await eventually(() =>
      Promise.resolve(world.devnet.messagesFromTx(chains.alpha.slug, hash)[0]?.status === "EXECUTION_SUCCESS"),
    )
    const { document } = await world.explain("messaging", [hash, "--from", "alpha"])
    expect(document.verdict).to.equal("delivered")
    expect(document.causes).to.deep.equal([])
  })

  it("chain-not-read: the source's node cannot be used, or is one of the destination", async () => {
    const { alpha, beta } = world.devnet.chains
    const { abi } = counterArtifact
    const hash = await send(alpha, { address: world.counters.alpha, abi, functionName: "add", args: [beta.slug, 1n] })
    for (const [url, says] of [
      ["http://127.0.0.1:1", /^alpha, which the message leaves, could not be read/],
      [beta.rpcUrl, /alpha.*beta/],
    ] as const) {
      const env = { PLUGS_TEST_ALPHA_URL: url }
      const explained = await world.explain("messaging", [hash, "--from", "alpha"], { env, clock: createShortPauses() })
      expect(explained.code).to.equal(3)
      expect(expectCause(explained, "chain-not-read").says).to.match(says)
    }
  })
})
