import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"

import { type Clock, systemClock } from "#src/primitives/clock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import type { RunningCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"

type Reported = { messageId: string; status: string; from: { srcPlug: string }; to: { destPlug: string } }

const otherId = `0x${"11".repeat(32)}`
const otherPlug = `0x${"22".repeat(20)}`

describe("S-09 hardhat messaging send --track, where the API reports other messages than were sent", function () {
  let world: DevnetWorld
  before(async () => {
    world = await createDevnetWorld()
  })
  // Where the API does not say, the chains do: a message that is not sealed has come no further there.
  beforeEach(() => {
    world.devnet.relay.pause("seal")
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world.devnet.stop())

  /** Sends messages, and follows them at an API whose answers are changed on the way. */
  async function send(
    count: number,
    change: (messages: readonly Reported[]) => readonly unknown[],
    options: readonly string[] = [],
    { clock = systemClock, look }: { clock?: Clock; look?: (sending: RunningCommand) => Promise<void> } = {},
  ): Promise<EndedCommand> {
    await using api = await createRewritingApi(world.devnet.url, (path, text) => {
      const answer = JSON.parse(text) as { result?: readonly Reported[] }
      if (!path.includes("/messages-from-tx") || answer.result === undefined) return text
      return JSON.stringify({ ...answer, result: change(answer.result) })
    })
    const messaging = { baseUrl: `${api.url}/messaging`, apiKey: world.devnet.messaging.apiKey }
    const call = [
      world.counters.alpha,
      "addMany(uint32,uint256[])",
      "beta",
      JSON.stringify(Array<number>(count).fill(1)),
      "--from",
      "alpha",
    ]
    await using sending = world.start(["messaging", "send", ...call, "--track", "--json", ...options], {
      clock,
      env: { PLUGS_TEST_MESSAGING: JSON.stringify(messaging) },
    })
    await look?.(sending)
    return await sending.ended
  }

  /** The ids in the transaction's receipt, and the last state that was reported of each message, by its id. */
  function statesIn({ events }: EndedCommand): { sent: string[]; states: Record<string, unknown> } {
    const { messages } = events[0] as unknown as { messages: Reported[] }
    const steps = events.filter(({ messageId }) => messageId !== undefined)
    const states: Record<string, unknown> = Object.fromEntries(
      steps.map(({ messageId, status }): [string, unknown] => [String(messageId), status]),
    )
    return { sent: messages.map(({ messageId }) => messageId), states }
  }

  const delivered = (message: Reported): Reported => ({ ...message, status: "EXECUTION_SUCCESS" })

  deepIt(
    "goes on to the deadline for what it leaves out, reports with other ends, or alone calls delivered, and shows it as received",
    async () => {
      const changes: ((message: Reported) => unknown)[] = [
        (message) => message,
        (message) => ({ ...message, messageId: otherId }),
        ({ to, ...message }) => ({ ...message, to: { ...to, destPlug: otherPlug } }),
        ({ to, ...message }) => ({ ...message, to: { ...to, dstChainSlug: 7 } }),
        ({ from, ...message }) => ({ ...message, from: { ...from, srcPlug: otherPlug } }),
        ({ from, ...message }) => ({ ...message, from: { ...from, srcChainSlug: 7 } }),
      ]
      const report = (messages: readonly Reported[]) =>
        changes.flatMap((change, index) =>
          messages
            .slice(index, index + 1)
            .map(delivered)
            .map(change),
        )
      const ended = await send(changes.length + 1, report, ["--timeout", "2s"])
      const { sent, states } = statesIn(ended)
      expect(ended.code, ended.stderr).to.equal(4)
      expect(sent.map((id) => states[id])).to.deep.equal(Array<string>(7).fill("RECEIVED"))
      const { error } = ended.events.at(-1) as unknown as { error: { code: string; facts: Record<string, string> } }
      expect(error.code).to.equal("SOURCES_DISAGREE")
      expect(error.facts).to.include({ "the messaging API": "delivered", "the node of beta": "not delivered" })
      expect(Object.keys(states)).to.have.length(sent.length)
    },
  )

  it("ends at the deadline with the state of what was sent where it reports nothing", async () => {
    let passed = 0
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + passed }
    const shown = new Set<unknown>()
    const ended = await send(2, () => [], ["--timeout", "10m"], {
      clock,
      look: async (sending) => {
        await sending.event(({ messageId }) => messageId !== undefined && shown.add(messageId).size === 2)
        passed = 600_000
      },
    })
    const { sent, states } = statesIn(ended)
    expect(ended.code, ended.stderr).to.equal(3)
    expect(states).to.deep.equal({ [sent[0]!]: "RECEIVED", [sent[1]!]: "RECEIVED" })
    expect(ended.events.at(-1)).to.have.nested.property("error.code", "DEADLINE_PASSED")
  })

  it("follows on the chains, to its end, what it leaves out", async () => {
    world.devnet.relay.resume()
    const ended = await send(2, (messages) => messages.slice(0, 1))
    const { sent, states } = statesIn(ended)
    expect(ended.code, ended.stderr).to.equal(0)
    expect(sent.map((id) => states[id])).to.deep.equal(["EXECUTION_SUCCESS", "EXECUTION_SUCCESS"])
  })

  it("ends with 0 where it reports what was sent in another order and case, with another one beside it", async () => {
    world.devnet.relay.resume()
    const ended = await send(2, (messages) =>
      [
        ...messages.map(({ messageId, ...more }) => ({
          ...more,
          messageId: messageId.toUpperCase().replace("X", "x"),
        })),
        { ...messages[0], messageId: otherId, status: "EXECUTION_FAILURE" },
      ].reverse(),
    )
    const { sent, states } = statesIn(ended)
    expect(ended.code, ended.stderr).to.equal(0)
    expect(Object.values(states)).to.deep.equal(["EXECUTION_SUCCESS", "EXECUTION_SUCCESS"])
    expect(Object.keys(states).map((id) => id.toLowerCase())).to.have.members(sent)
  })
})
