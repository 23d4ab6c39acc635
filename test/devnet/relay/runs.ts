import { expect } from "chai"
import { describe, it } from "mocha"

import { createRelay } from "../../../src/devnet/relay/relay.js"
import { systemClock as clock } from "../../../src/primitives/clock.js"

describe("the relay's runs", () => {
  it("never overlap: one starts when the one before has ended", async () => {
    const waits: (() => void)[] = []
    const relay = createRelay({
      protocols: [
        {
          queues: [],
          startWorkers: () => ({
            workers: [],
            settled: () => new Promise<void>((resolve) => waits.push(resolve)),
          }),
        },
      ],
      stages: [],
      clock,
      pace: 0,
      report: (error) => {
        throw error
      },
    })
    const turn = () => new Promise((resolve) => setImmediate(resolve))

    relay.start()
    await turn()
    const stopped = relay.stop()
    relay.start()
    await turn()
    expect(waits).to.have.length(1)

    waits[0]!()
    await stopped
    await turn()
    expect(waits).to.have.length(2)
    waits[1]!()
    await relay.stop()
  })
})
