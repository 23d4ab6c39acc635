import { expect } from "chai"
import { describe, it } from "mocha"

import { createGate } from "../../../src/devnet/relay/gate.js"
import type { Queue } from "../../../src/devnet/relay/Worker.js"
import { createManualClock } from "../../fixtures/clocks/manualClock.js"

describe("createGate", () => {
  it("wakes workers for the item that is due first, also when a later one was seen before", async () => {
    const clock = createManualClock(0)
    const items = [{ id: "late", readyAt: 5_000 }]
    const queue: Queue<"carry", (typeof items)[number]> = {
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
})
