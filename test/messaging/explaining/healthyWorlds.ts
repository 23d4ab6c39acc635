import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe } from "mocha"
import type { Address, Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { devnetOptions } from "#src/devnet/options.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { explainMessage } from "#src/messaging/explaining/explainMessage.js"
import { type MessageCauseName, messageCauses } from "#src/messaging/explaining/messageCauses.js"
import type { StageTimes } from "#src/messaging/explaining/stageTimes.js"
import { systemClock } from "#src/primitives/clock.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createSteppedDevnet, type SteppedDevnet } from "#test/fixtures/worlds/messaging/steppedDevnet.js"
import { countRequests } from "#test/fixtures/worlds/swap/countedClient.js"

type Kind = "fast" | "optimistic"

/** What happens in a world in which nothing is wrong. */
type Event =
  | { readonly what: "send"; readonly kind: Kind; readonly messages: number }
  | { readonly what: "step" }
  /** Everything moves as far as it can without time. */
  | { readonly what: "run" }
  /** The destination's clock passes the timeout of the optimistic switchboard. */
  | { readonly what: "pass time" }

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("send" as const),
      kind: fc.constantFrom<Kind>("fast", "optimistic"),
      messages: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ what: fc.constant("step" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("run" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("pass time" as const) }) },
)

/** A history, and the moment in which somebody asks. */
const history = fc.record({
  first: fc.record({ kind: fc.constantFrom<Kind>("fast", "optimistic"), messages: fc.integer({ min: 1, max: 3 }) }),
  events: fc.array(event, { maxLength: 8 }),
  /** Seconds since the last block of the source. Less than it takes to be late, with all that the events take. */
  secondsLater: fc.integer({ min: 0, max: 450 }),
  /** Whether the relay works on while the chains are read. */
  isMoving: fc.boolean(),
  asksApi: fc.boolean(),
  asked: fc.nat(),
})

/** So long that a busy machine makes no message late. */
const patient = { typical: 60, stuckAfter: 600 }
const stageTimes: StageTimes = { seal: patient, propose: patient, attest: patient, execute: patient }

let world: SteppedDevnet
let plugs: Readonly<Record<Kind, Readonly<Record<string, Address>>>>
let start: Hex

async function sendMessages(kind: Kind, messages: number): Promise<Hex> {
  const amounts = Array.from({ length: messages }, () => 1n)
  const call = { address: plugs[kind]["alpha"]!, abi: counterArtifact.abi, functionName: "addMany" }
  return await send(world.alpha, { ...call, args: [world.beta.slug, amounts] })
}

/** Lets an event happen, and returns the transaction of a message that was sent. */
async function play(happened: Event): Promise<Hex | undefined> {
  const { relay } = world.devnet
  if (happened.what === "send") return await sendMessages(happened.kind, happened.messages)
  if (happened.what === "pass time") {
    await world.beta.testClient.increaseTime({ seconds: devnetOptions.optimisticTimeout.default + 1 })
    await world.beta.testClient.mine({ blocks: 1 })
  } else {
    for (let steps = happened.what === "run" ? 7 : 1; steps > 0; steps -= 1) await relay.step()
  }
  return undefined
}

async function explain(
  srcTxHash: Hex,
  { secondsLater, asksApi }: { readonly secondsLater: number; readonly asksApi: boolean },
): Promise<Explanation<MessageCauseName>> {
  const [src, dst] = [countRequests(world.alpha), countRequests(world.beta)]
  const { timestamp } = await world.alpha.publicClient.getBlock()
  const now = () => (Number(timestamp) + secondsLater) * 1_000
  return await explainMessage({
    src,
    srcTxHash,
    chainOf: (slug) => Promise.resolve([src, dst].find((chain) => chain.slug === slug)),
    api: asksApi ? world.client() : undefined,
    stageTimes,
    clock: { now, wallTime: now, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal) },
  })
}

describe("explainMessage in a world in which nothing is wrong", () => {
  before(async () => {
    world = await createSteppedDevnet()
    const optimistic = await deployConnected(
      world.devnet,
      counterArtifact,
      () => [],
      ({ contracts }) => contracts.optimisticSwitchboard,
    )
    plugs = { fast: world.counters, optimistic }
    start = await world.devnet.snapshot()
  })
  after(() => world[Symbol.asyncDispose]())

  deepIt("never calls a message ill, at no moment", async function () {
    this.timeout(30 * 60_000)
    await fc.assert(
      fc.asyncProperty(history, async ({ first, events, isMoving, asked, ...options }) => {
        await world.devnet.revert(start)
        const sent = [await sendMessages(first.kind, first.messages)]
        for (const happened of events) {
          const hash = await play(happened)
          if (hash !== undefined) sent.push(hash)
        }
        const srcTxHash = sent[asked % sent.length]!
        const moving = isMoving ? world.devnet.relay.step() : undefined
        const { verdict, causes, items } = await explain(srcTxHash, options)
        await moving
        const ill = causes.filter(({ name }) => (messageCauses[name].verdict as string) !== "waiting")
        expect(ill).to.deep.equal([])
        expect(["waiting", "delivered"]).to.include(verdict)
        const records = world.devnet.messagesFromTx(world.alpha.slug, srcTxHash)
        expect(items.map(({ id }) => id)).to.have.members(records.map(({ outbound }) => outbound.messageId))
        if (!isMoving) {
          const isDelivered = records.every(({ status }) => status === "EXECUTION_SUCCESS")
          expect(verdict).to.equal(isDelivered ? "delivered" : "waiting")
        }
      }),
      runs({ fast: 6, deep: 400 }),
    )
  })
})
