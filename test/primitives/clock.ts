import { getEventListeners } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { systemClock } from "../../src/primitives/clock.js"

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
})
