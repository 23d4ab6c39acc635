import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import type { Interceptor } from "../../../src/devnet/relay/Interceptor.js"
import type { Queue } from "../../../src/devnet/relay/Queue.js"
import { createRelay } from "../../../src/devnet/relay/relay.js"
import { createListeners } from "../../../src/primitives/createListeners.js"
import { runs } from "../../fixtures/depth.js"
import { failure } from "../../fixtures/failure.js"
import { createManualClock } from "../../fixtures/manualClock.js"

type Stage = "even" | "odd"

/** An item that cannot be moved before others are. */
type Item = { readonly id: number; readonly after: readonly number[] }

/** Lets everything run that needs no time. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

type Behavior = {
  readonly slowness?: readonly number[]
  readonly fails?: (id: number) => boolean
  readonly interceptor?: Interceptor<Stage>
}

/**
 * A relay whose clock stands still. Two workers share the items, and each move takes some turns of the event loop.
 *
 * @param fails which items make their worker fail
 */
function createFakeRelay(
  items: readonly Item[],
  { slowness = [0], fails = (id: number): boolean => id < 0, interceptor }: Behavior = {},
) {
  const open = new Set(items)
  const changes = createListeners()
  const order: number[] = []
  let moves = 0
  const queueOf = (): Queue<Stage, Item> => ({
    waiting: (stage) => [...open].filter(({ id }) => (id % 2 === 0 ? "even" : "odd") === stage),
    idOf: ({ id }) => String(id),
    sinceOf: () => 0,
    readyAt: () => 0,
    isUnmoved: (item) => open.has(item),
    subscribe: (listener) => changes.subscribe(listener),
  })
  const queue = queueOf()
  async function perform(taken: readonly unknown[]): Promise<void> {
    for (const item of taken as readonly Item[]) {
      for (let turns = slowness[(moves += 1) % slowness.length] ?? 0; turns > 0; turns -= 1) await turn()
      if (fails(item.id)) throw new Error(`${item.id} has no luck`)
      if (item.after.some((id) => [...open].some((other) => other.id === id))) continue
      open.delete(item)
      order.push(item.id)
      changes.notify()
    }
  }
  const worker = (stage: Stage) => ({ stage, chainSlug: 1, queue: queue as Queue<Stage>, batchSize: 3, perform })
  const relay = createRelay<Stage>({
    protocols: [
      {
        queues: [queue],
        sync: turn as () => Promise<void>,
        remember: () => Promise.resolve(() => undefined),
        startWorkers: () => ({ workers: [worker("even"), worker("odd")], settled: turn as () => Promise<void> }),
      },
    ],
    stages: ["even", "odd"],
    clock: createManualClock(),
    pace: 0,
    interceptor,
    report: () => undefined,
  })
  return { relay, order, left: () => [...open].map(({ id }) => id) }
}

/** Items that wait for any of those with a higher number, so that those that come first are moved last. */
const waitingItems = fc
  .array(fc.array(fc.nat(20), { maxLength: 3 }), { minLength: 1, maxLength: 20 })
  .map((all) => all.map((after, id): Item => ({ id, after: after.map((step) => id + 1 + step) })))

describe("a relay that is idle", () => {
  it("has moved all that can be moved, whatever had to be before, although no time has passed", async () => {
    await fc.assert(
      fc.asyncProperty(waitingItems, fc.array(fc.nat(4), { minLength: 1 }), async (items, slowness) => {
        const { relay, left, order } = createFakeRelay(items, { slowness })
        relay.start()
        await Promise.all([relay.idle(), relay.idle()])
        expect(left()).to.deep.equal([])
        expect(order.toSorted((one, other) => one - other)).to.deep.equal(items.map(({ id }) => id))
        await relay.stop()
      }),
      runs({ fast: 50, deep: 1_000 }),
    )
  })

  it("leaves what nothing can move, and ends", async () => {
    const { relay, left } = createFakeRelay([
      { id: 0, after: [1] },
      { id: 1, after: [0] },
      { id: 2, after: [] },
    ])
    relay.start()
    await relay.idle()
    expect(left()).to.deep.equal([0, 1])
    await relay.stop()
  })

  it("says why an actor fails that keeps failing, and nothing once it has worked", async () => {
    let isBroken = true
    const { relay, left } = createFakeRelay(
      [
        { id: 0, after: [] },
        { id: 1, after: [] },
      ],
      { fails: (id) => isBroken && id === 1 },
    )
    relay.start()
    expect((await failure(relay.idle())).message).to.match(
      /^The devnet's actor for "odd" on 1 failed: 1 has no luck\.\n/,
    )
    expect(left()).to.deep.equal([1])
    isBroken = false
    await relay.idle()
    expect(left()).to.deep.equal([])
    await relay.stop()
  })

  it("says that an interceptor fails, and moves what it can once it works", async () => {
    let isBroken = true
    const interceptor: Interceptor<Stage> = {
      choose(stage, _, items) {
        if (isBroken && stage === "odd") throw new Error("no choice")
        return items
      },
    }
    const items = [
      { id: 0, after: [] },
      { id: 1, after: [] },
    ]
    const { relay, left } = createFakeRelay(items, { interceptor })
    relay.start()
    expect((await failure(relay.idle())).message).to.match(/^The devnet's actor for "odd" on 1 failed: no choice\.\n/)
    expect(left()).to.deep.equal([1])
    isBroken = false
    relay.wake()
    await relay.idle()
    expect(left()).to.deep.equal([])
    await relay.stop()
  })

  it("goes on when it is held meanwhile", async () => {
    const { relay, left } = createFakeRelay([{ id: 0, after: [] }], { slowness: [5] })
    relay.start()
    const idle = relay.idle()
    await relay.hold(() => Promise.resolve())
    await idle
    expect(left()).to.deep.equal([])
    await relay.stop()
  })
})
