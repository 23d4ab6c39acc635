import { getEventListeners } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { latestTime, systemClock } from "#src/primitives/clock.js"

describe("systemClock", () => {
  it("returns the wall clock time in whole milliseconds", () => {
    expect(systemClock.now()).to.be.within(Date.now() - 1_000, Date.now() + 1_000)
    expect(Number.isInteger(systemClock.now())).to.equal(true)
  })

  it("sleeps as long as requested", async () => {
    const start = performance.now()
    await systemClock.sleep(15)
    expect(performance.now() - start).to.be.at.least(13)
  })

  it("rejects when its signal is aborted, even during a sleep longer than any timer", async () => {
    const controller = new AbortController()
    const slept = systemClock.sleep(1e12, controller.signal).catch(() => "rejected")
    await systemClock.sleep(2)
    controller.abort()
    expect(await slept).to.equal("rejected")
  })

  it("rejects with the reason of its signal, and leaves nothing behind on it", async () => {
    const controller = new AbortController()
    const reason = new Error("over")
    await systemClock.sleep(1, controller.signal)
    const slept = systemClock.sleep(60_000, controller.signal).catch((error: unknown) => error)
    expect(getEventListeners(controller.signal, "abort")).to.have.lengthOf(1)
    controller.abort(reason)
    expect(await slept).to.equal(reason)
    expect(getEventListeners(controller.signal, "abort")).to.have.lengthOf(0)
  })

  it("does not sleep if its signal is already aborted", async () => {
    expect(await systemClock.sleep(0, AbortSignal.abort()).catch(() => "rejected")).to.equal("rejected")
  })

  it("sleeps as long as it says in timers that Node can hold, and sets none where there is nothing to wait for", async () => {
    const longest = 2 ** 31 - 1
    const { setTimeout: real } = globalThis
    const asked: (number | undefined)[] = []
    globalThis.setTimeout = ((run: () => void, ms?: number) => {
      asked.push(ms)
      return real(run, 0)
    }) as typeof setTimeout
    try {
      for (const ms of [0, -5, 1, longest, longest + 1, 2 * longest + 9]) await systemClock.sleep(ms)
    } finally {
      globalThis.setTimeout = real
    }
    expect(asked).to.deep.equal([1, longest, longest, 1, longest, longest, 9])
  })

  it("counts what has expired by either of its times", () => {
    expect(latestTime({ now: () => 5, wallTime: () => 900 })).to.equal(900)
    expect(latestTime({ now: () => 900, wallTime: () => 5 })).to.equal(900)
    expect(latestTime({ now: () => 7 })).to.equal(7)
  })
})
