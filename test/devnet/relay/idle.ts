import { AsyncLocalStorage } from "node:async_hooks"

import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import type { Interceptor } from "#src/devnet/relay/Worker.js"
import { runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import {
  createFakeRelay,
  type FakeRelay,
  type Item,
  messageOf,
  type Stage,
  turn,
} from "#test/fixtures/worlds/fakeRelay.js"

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
      runs({ fast: 20, deep: 500 }),
    )
  })

  it("cannot be waited for before the actors are started, or once they have stopped", async () => {
    const { relay } = createFakeRelay([])
    const says = "the relay does not run, so it cannot become idle; start it first"
    expect(await messageOf(relay.idle())).to.equal(says)
    relay.start()
    await relay.idle()
    await relay.stop()
    expect(await messageOf(relay.idle())).to.equal(says)
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

  for (const inTurns of [false, true]) {
    it(`says that there is no end, if each item makes another one${inTurns ? ", where actors take turns" : ""}`, async () => {
      const { relay, order } = createFakeRelay([{ id: 0, after: [] }], { echoes: true, slowness: [1], inTurns })
      relay.start()
      const error = await failure(relay.idle())
      expect(error).to.include({ code: "ENDLESS_WORK" })
      expect(error.message).to.match(/ \d+ times/)
      // So many are no mistake of a test, but a message that goes there and back some hundred times can be.
      expect(order.length).to.be.within(1_000, 10_000)
      await relay.stop()
    })
  }

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

  it("says nothing of a failure after which the actor has worked, tried again because others had moved something", async () => {
    const items = [0, 1, 3].map((id) => ({ id, after: [] }))
    const fake: FakeRelay = createFakeRelay(items, { fails: (id) => id === 0 && fake.left().includes(3) })
    fake.relay.start()
    await fake.relay.idle()
    expect(fake.order).to.deep.equal([1, 3, 0])
    await fake.relay.stop()
  })

  it("does not repeat an old failure of an actor that has nothing to do any more", async () => {
    const items = [0, 1, 3].map((id) => ({ id, after: [] }))
    const { relay, left, take } = createFakeRelay(items, { fails: (id) => id % 2 === 1 })
    relay.start()
    expect((await failure(relay.idle())).code).to.equal("ACTOR_FAILED")
    take(1)
    expect((await failure(relay.idle())).code).to.equal("ACTOR_FAILED")
    take(3)
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
    expect((await failure(relay.idle())).message).to.match(/ "odd" on 1 .*: no choice\.\n/)
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

  it("says that the chains cannot be read, instead of waiting for time that stands still", async () => {
    let isBroken = true
    const settled = async () => {
      await turn()
      if (isBroken) throw new Error("no chain answers")
    }
    const { relay, left } = createFakeRelay([{ id: 0, after: [] }], { settled })
    relay.start()
    expect(await messageOf(relay.idle())).to.equal("no chain answers")
    isBroken = false
    await relay.idle()
    expect(left()).to.deep.equal([])
    await relay.stop()
  })

  it("says why a worker has ended that everybody waits for", async () => {
    const isUnmoved = () => {
      throw new Error("nobody knows")
    }
    const { relay } = createFakeRelay([{ id: 0, after: [] }], { isUnmoved })
    relay.start()
    expect(await messageOf(relay.idle())).to.equal("nobody knows")
    await relay.stop()
  })

  it("tells who is at work", async () => {
    const { relay } = createFakeRelay([{ id: 1, after: [] }], { slowness: [2] })
    relay.start()
    expect(relay.atWork()).to.deep.equal([])
    while (relay.atWork().length === 0) await turn()
    expect(relay.atWork()).to.containSubset([{ stage: "odd", chainSlug: 1 }])
    await relay.idle()
    expect(relay.atWork()).to.deep.equal([])
    await relay.stop()
  })

  it("lets its actors work outside of the request that happens to start them", async () => {
    const isWithin = new AsyncLocalStorage<boolean>()
    const seen: unknown[] = []
    const fails = () => {
      seen.push(isWithin.getStore())
      return false
    }
    const { relay } = createFakeRelay([{ id: 0, after: [] }], { fails })
    isWithin.run(true, () => {
      relay.start()
    })
    await relay.idle()
    expect(seen).to.deep.equal([undefined])
    await relay.stop()
  })
})
