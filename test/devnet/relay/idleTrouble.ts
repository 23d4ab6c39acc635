import { expect } from "chai"
import { describe, it } from "mocha"

import type { ActorFailedError } from "#src/devnet/relay/failures.js"
import type { Interceptor } from "#src/devnet/relay/Worker.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeRelay, messageOf, type Stage, turn } from "#test/fixtures/worlds/fakeRelay.js"

const free = (...ids: readonly number[]) => ids.map((id) => ({ id, after: [] }))
const reasons = (errors: readonly unknown[]) => errors.map((error) => (error as ActorFailedError).reason)

/** Reads the chains, but fails at some of the times, counted from one. */
function failingAt(...times: readonly number[]) {
  const counter = { count: 0 }
  const settled = async (): Promise<void> => {
    counter.count += 1
    const count = counter.count
    await turn()
    if (times.includes(count)) throw new Error(`no answer at ${count}`)
  }
  return { counter, settled }
}

describe("what goes wrong while a relay is waited for", () => {
  it("is a failure of the actor, told once, also if the actor has moved others in the same attempt", async () => {
    const { relay, reported, left } = createFakeRelay(free(0, 2, 4), { fails: (id) => id === 4 })
    relay.start()
    expect((await failure(relay.idle())).code).to.equal("ACTOR_FAILED")
    expect((await failure(relay.idle())).code).to.equal("ACTOR_FAILED")
    expect([left(), reasons(reported)]).to.deep.equal([[4], ["4 has no luck"]])
    expect(relay.failures()).to.deep.equal([{ stage: "even", chainSlug: 1, reason: "4 has no luck" }])
    await relay.stop()
  })

  it("is no longer a failure once the actor has moved something, and still one if it could move nothing", async () => {
    let isBroken = true
    // The second waits for one that is never moved.
    const items = [
      { id: 0, after: [1] },
      { id: 1, after: [0] },
    ]
    const { relay, reported, take } = createFakeRelay(items, { fails: (id) => isBroken && id === 0 })
    relay.start()
    expect((await failure(relay.idle())).code).to.equal("ACTOR_FAILED")
    isBroken = false
    await relay.idle()
    expect(relay.failures()).to.deep.equal([{ stage: "even", chainSlug: 1, reason: "0 has no luck" }])
    take(1)
    await relay.idle()
    expect([relay.failures(), reasons(reported)]).to.deep.equal([[], ["0 has no luck"]])
    await relay.stop()
  })

  it("is no failure if the first look fails once, and one if it fails again", async () => {
    const once = failingAt(1)
    const { relay, left, clock } = createFakeRelay(free(0, 1), { settled: once.settled })
    relay.start()
    await relay.idle()
    expect([left(), clock.sleepers]).to.deep.equal([[], 0])
    await relay.stop()
    const twice = failingAt(1, 2, 3, 4)
    const other = createFakeRelay(free(0), { settled: twice.settled })
    other.relay.start()
    expect(await messageOf(other.relay.idle())).to.equal("no answer at 2")
    await other.relay.stop()
    expect(other.reported.map(String)).to.deep.equal(["Error: the relay could not read the chains, and tries again"])
    expect(other.clock.sleepers, "nothing sleeps any more").to.equal(0)
  })

  it("is a failure if the chains cannot be read after the actors have worked, unless they were stopped", async () => {
    const late = failingAt(2)
    const { relay, left } = createFakeRelay(free(0), { settled: late.settled })
    relay.start()
    expect(await messageOf(relay.idle())).to.equal("no answer at 2")
    expect(left()).to.deep.equal([])
    await relay.idle()
    await relay.stop()
    const { promise, reject } = Promise.withResolvers<undefined>()
    let looks = 0
    const settled = async () => {
      looks += 1
      if (looks > 1) await promise
    }
    const stopped = createFakeRelay(free(0), { settled })
    stopped.relay.start()
    const idle = messageOf(stopped.relay.idle())
    while (looks < 2) await turn()
    const ended = stopped.relay.stop()
    reject(new Error("no answer"))
    await ended
    expect(await idle).to.equal("no failure")
  })

  it("is nothing that a relay reports which is stopped", async () => {
    const { promise, reject } = Promise.withResolvers<undefined>()
    const asked: unknown[] = []
    const before: Interceptor<Stage>["before"] = async (stage) => {
      asked.push(stage)
      await promise
      return []
    }
    const { relay, reported } = createFakeRelay(free(0), { interceptor: { before } })
    relay.start()
    while (asked.length === 0) await turn()
    const stopped = relay.stop()
    reject(new Error("stopped"))
    await stopped
    expect([reported, relay.failures()]).to.deep.equal([[], []])
  })
})

describe("what an interceptor lets actors begin with", () => {
  it("is asked for each stage with all that is due, and what it leaves out stays", async () => {
    const asked: unknown[] = []
    const before: Interceptor<Stage>["before"] = (stage, slug, items, account) => {
      const ids = items.map((item) => (item as { id: number }).id)
      asked.push([stage, slug, ids, account])
      return Promise.resolve(items.filter((_, index) => ids[index] !== 2 && stage === "even"))
    }
    const { relay, left, order } = createFakeRelay(free(0, 1, 2), { interceptor: { before } })
    relay.start()
    await relay.idle()
    expect([left(), order]).to.deep.equal([[1, 2], [0]])
    expect(asked.slice(0, 2)).to.deep.equal([
      ["even", 1, [0, 2], undefined],
      ["odd", 1, [1], undefined],
    ])
    await relay.stop()
  })
})

describe("what actors could do", () => {
  it("is told oldest first, with where and since when, while they run", async () => {
    const items = [
      { id: 0, after: [], since: 30 },
      { id: 1, after: [], since: 10 },
      { id: 2, after: [], since: 20 },
    ]
    const { relay } = createFakeRelay(items)
    expect([relay.possible(), relay.atWork()]).to.deep.equal([[], []])
    relay.pause()
    relay.start()
    expect(relay.possible()).to.deep.equal([])
    await relay.idle()
    relay.resume("even")
    expect(relay.possible()).to.deep.equal(
      [items[2]!, items[0]!].map((item) => ({
        ...{ stage: "even", chainSlug: 1, item, id: String(item.id), since: item.since },
      })),
    )
    expect([relay.isPaused("even"), relay.isPaused("odd")]).to.deep.equal([false, true])
    relay.resume()
    expect(relay.possible().map(({ id }) => id)).to.deep.equal(["1", "2", "0"])
    await relay.stop()
    expect(relay.possible()).to.deep.equal([])
  })

  it("is what a step takes up, in batches, and counts for each stage", async () => {
    const { relay, order } = createFakeRelay(free(0, 2, 4, 6, 1, 3, 8, 10))
    expect(await relay.takeStep()).to.deep.equal([
      { stage: "even", chainSlug: 1, items: 6 },
      { stage: "odd", chainSlug: 1, items: 2 },
    ])
    expect(order).to.deep.equal([0, 2, 4, 6, 8, 10, 1, 3])
    expect(await relay.takeStep()).to.deep.equal([])
    expect([relay.isPaused("even"), relay.isPaused("odd")]).to.deep.equal([true, true])
    await relay.stop()
  })
})
