import { expect } from "chai"
import { describe, it } from "mocha"

import { finishRun, waitingIn } from "#src/testing/exploring/runSchedule.js"
import type { ScheduledWorld } from "#src/testing/exploring/Schedule.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"

type Item = { readonly id: string; readonly stage: string; readonly slug?: number; readonly readyAt: number }

/** A queue of a protocol. An item without a chain waits on each. */
const queueOf = (items: () => readonly Item[], stages: readonly string[] = ["execute"]) => ({
  stages,
  waiting: (stage: string, slug: number) =>
    items().filter((item) => item.stage === stage && (item.slug ?? slug) === slug),
  idOf: ({ id }: Item) => id,
  readyAt: ({ readyAt }: Item) => readyAt,
})

type Behaviour = {
  readonly faults?: number
  /** Whether the actors take an item that is due, when so many others are left. */
  readonly takes?: (item: Item, left: readonly Item[]) => boolean
  /** What each delivery makes. */
  readonly makes?: (now: number) => readonly Item[]
}

/** A world at second 1,000, whose actors take what is due when everything is delivered. */
function fakeWorld(given: readonly Item[], { faults = 0, takes = () => true, makes = () => [] }: Behaviour) {
  let [now, items, active] = [1_000, given, faults]
  const open = {
    protocols: [{ queues: [queueOf(() => items)] }],
    devnet: { chains: { alpha: { slug: 1 }, beta: { slug: 2 } } },
  } as unknown as OpenWorld
  const world = {
    faults: { active: () => Array.from({ length: active }), clear: () => Promise.resolve((active = 0)) },
    time: { now: () => now, increase: (seconds: number) => Promise.resolve((now += seconds)) },
    deliver() {
      const left = items.filter((item) => item.readyAt > now * 1_000 || !takes(item, items))
      items = [...left, ...makes(now)]
      return Promise.resolve()
    },
  } as unknown as ScheduledWorld
  return { open, world }
}

async function finish(given: readonly Item[], behaviour: Behaviour = {}): Promise<string[]> {
  const { open, world } = fakeWorld(given, behaviour)
  const lines: string[] = []
  await finishRun(world, open, lines)
  return lines.map((line) => line.replace("await world.", ""))
}

const item = (id: string, readyAt: number): Item => ({ id, stage: "execute", slug: 2, readyAt })

describe("the end of a run", () => {
  it("ends faults that go on, and delivers everything", async () => {
    expect(await finish([])).to.deep.equal(["deliver()"])
    expect(await finish([item("a", 0)], { faults: 1 })).to.deep.equal(["faults.clear()", "deliver()"])
  })

  it("waits until the next thing is due, by whole seconds and by one at least", async () => {
    expect(await finish([item("late", 1_060_000), item("soon", 1_010_001)])).to.deep.equal([
      ...["deliver()", "time.increase(11)", "deliver()", "time.increase(49)", "deliver()"],
    ])
    expect(await finish([item("exact", 1_010_000)])).to.deep.equal(["deliver()", "time.increase(10)", "deliver()"])
    // It is due, and was tried before its time had come: once more, after a second.
    let tries = 0
    expect(await finish([item("due", 999_000)], { takes: () => (tries += 1) > 1 })).to.deep.equal([
      ...["deliver()", "time.increase(1)", "deliver()"],
    ])
  })

  it("waits no longer for what has had its time, nor for what never has one", async () => {
    expect(await finish([item("never", Infinity)])).to.deep.equal(["deliver()"])
    expect(await finish([item("stuck", 1_005_000)], { takes: () => false })).to.deep.equal([
      ...["deliver()", "time.increase(5)", "deliver()"],
    ])
  })

  it("tries again what had its time, once something else has moved", async () => {
    const waits = { takes: ({ id }: Item, left: readonly Item[]) => id === "second" || left.length === 1 }
    expect(await finish([item("first", 1_005_000), item("second", 1_020_000)], waits)).to.deep.equal([
      ...["deliver()", "time.increase(5)", "deliver()", "time.increase(15)", "deliver()"],
      ...["time.increase(1)", "deliver()"],
    ])
  })

  it("waits thirty times for what makes something new each time", async () => {
    const lines = await finish([], { makes: (now) => [item(`made at ${now}`, now * 1_000 + 7_000)] })
    expect(lines.filter((line) => line === "time.increase(7)")).to.have.length(30)
    expect(lines.filter((line) => line === "deliver()")).to.have.length(31)
  })
})

describe("what waits in a world", () => {
  it("is that of every protocol on every chain, and what waits on none in particular once", () => {
    const on = (slug: number, stage: string): Item => ({ id: `${stage} of ${slug}`, stage, slug, readyAt: slug })
    const open = {
      devnet: { chains: { alpha: { slug: 1 }, beta: { slug: 2 } } },
      gateway: { chain: { slug: 3 } },
      protocols: [
        { queues: [queueOf(() => [on(1, "seal"), on(2, "execute"), on(9, "seal")], ["seal", "execute"])] },
        {
          queues: [
            queueOf(() => [{ id: "0xa", stage: "finalize", readyAt: 7 }], ["finalize"]),
            queueOf(() => [on(3, "timeout")], ["timeout"]),
          ],
        },
        { queues: [queueOf(() => [on(2, "sweep")], ["sweep"])] },
      ],
    } as unknown as OpenWorld
    expect(waitingIn(open)).to.deep.equal([
      { key: "seal seal of 1", readyAt: 1 },
      { key: "execute execute of 2", readyAt: 2 },
      { key: "finalize 0xa", readyAt: 7 },
      { key: "timeout timeout of 3", readyAt: 3 },
      { key: "sweep sweep of 2", readyAt: 2 },
    ])
  })
})
