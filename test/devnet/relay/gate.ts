import { expect } from "chai"
import { describe, it } from "mocha"

import { createGate } from "#src/devnet/relay/gate.js"
import type { Queue } from "#src/devnet/relay/Worker.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"

describe("createGate", () => {
  it("wakes workers for the item that is due first, also when a later one was seen before", async () => {
    const clock = createManualClock(0)
    const items = [{ id: "late", readyAt: 5_000 }]
    const queue: Queue<"carry", (typeof items)[number]> = {
      stages: ["carry"],
      waiting: () => items,
      idOf: ({ id }) => id,
      sinceOf: () => 0,
      readyAt: ({ readyAt }) => readyAt,
      isUnmoved: () => true,
      subscribe: () => () => undefined,
    }
    const worker = { stage: "carry" as const, chainSlug: 1, queue, batchSize: 1, perform: () => Promise.resolve() }
    const gate = createGate({ queues: [queue], clock, pace: 0 })

    expect(gate.due(worker)).to.deep.equal([])
    items.push({ id: "early", readyAt: 1_000 })
    expect(gate.due(worker)).to.deep.equal([])
    let isAwake = false
    void gate.changedSince(gate.changes()).then(() => (isAwake = true))
    await clock.advance(999)
    expect(isAwake).to.equal(false)
    await clock.advance(1)
    expect(isAwake).to.equal(true)
    expect(gate.due(worker)).to.deep.equal([items[1]])
    gate.dropTimer()
  })

  it("lists what is possible: what is due and what rests, and nothing that is early, stuck or paused", () => {
    const now = 1_000
    const clock = createManualClock(now)
    const items = [
      { id: "due", sinceOf: 0, readyAt: now },
      { id: "rests", sinceOf: 0, readyAt: 0, restsUntil: now + 5_000 },
      { id: "at its pace", sinceOf: now - 100, readyAt: 0 },
      { id: "early", sinceOf: 0, readyAt: now + 1 },
      { id: "too early for its pace", sinceOf: now - 99, readyAt: 0 },
      { id: "stuck", sinceOf: 0, readyAt: 0, restsUntil: Infinity },
      { id: "late", sinceOf: 0, readyAt: 0, delay: now + 1 },
    ] as const
    type Item = { id: string; sinceOf: number; readyAt: number; restsUntil?: number; delay?: number }
    const queue: Queue<"carry", Item> = {
      stages: ["carry"],
      waiting: () => items,
      idOf: ({ id }) => id,
      sinceOf: ({ sinceOf }) => sinceOf,
      readyAt: ({ readyAt }) => readyAt,
      restsUntil: ({ restsUntil = 0 }) => restsUntil,
      isUnmoved: () => true,
      subscribe: () => () => undefined,
    }
    const worker = { stage: "carry" as const, chainSlug: 1, queue, batchSize: 1, perform: () => Promise.resolve() }
    const interceptor = { delay: (_stage: string, _slug: number, item: unknown) => (item as Item).delay ?? 0 }
    const gate = createGate<"carry">({ queues: [queue], clock, pace: 100, interceptor })
    const possible = () => gate.possible(worker).map((item) => (item as Item).id)
    expect(possible()).to.deep.equal(["due", "rests", "at its pace"])
    gate.pause(["carry"])
    expect(possible()).to.deep.equal([])
    gate.resume(["carry"])
    expect(possible()).to.have.lengthOf(3)
  })
})
