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

  it("does not sleep if its signal is already aborted", async () => {
    expect(await systemClock.sleep(0, AbortSignal.abort()).catch(() => "rejected")).to.equal("rejected")
  })
})
