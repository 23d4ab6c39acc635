import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { createRewritingApi, type RewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"

type Answer = { result?: { executionDetails?: Record<string, unknown> }[] }

/** Replaces the executor of every message by something that is no text. */
function withOddExecutor(path: string, text: string): string {
  if (!path.includes("/messages-from-tx")) return text
  const answer = JSON.parse(text) as Answer
  for (const { executionDetails } of answer.result ?? []) {
    if (executionDetails !== undefined) executionDetails["executor"] = { name: "me" }
  }
  return JSON.stringify(answer)
}

describe("tracking messages, where an answer has an odd element", function () {
  let world: DevnetWorld
  let api: RewritingApi
  before(async () => {
    world = await createDevnetWorld()
    api = await createRewritingApi(world.devnet.url, withOddExecutor)
  })
  after(async () => {
    await api[Symbol.asyncDispose]()
    await world.devnet.stop()
  })

  it("says once on standard error what is left out, after what was followed", async () => {
    const messaging = { baseUrl: `${api.url}/messaging`, apiKey: world.devnet.messaging.apiKey }
    const env = { PLUGS_TEST_MESSAGING: JSON.stringify(messaging) }
    const call = [world.counters.alpha, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
    const sent = await world.run(["messaging", "send", ...call, "--track"], { env })
    expect(sent.code, sent.stderr).to.equal(0)
    const [hash = ""] = /0x[0-9a-f]{64}/.exec(sent.stderr) ?? []
    const track = ["messaging", "track", hash, "--from", "alpha"]
    const [human, json] = await Promise.all([world.run(track, { env }), world.run([...track, "--json"], { env })])
    expect([human.code, json.code]).to.deep.equal([0, 0])
    for (const { stderr } of [sent, human, json]) {
      expect(stderr).to.match(
        /\[0\]\.executionDetails\.executor \(messageId 0x[0-9a-f]+…?[0-9a-f]*\) is left out: .*\n$/,
      )
      expect(stderr.match(/is left out/g)).to.have.length(1)
    }
    expect(json.events.at(-1)).to.include({ event: "end", outcome: "success" })
  })
})
