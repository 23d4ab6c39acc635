import { getEventListeners } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"

const forever = (): Promise<never> => new Promise(() => undefined)

describe("withTimeLimit", () => {
  it("leaves no listener on the caller's signal and no timer, however the work ends", async () => {
    const clock = createManualClock()
    const { signal } = new AbortController()
    const limits = { clock, signal }
    expect(await withTimeLimit(1_000, () => Promise.resolve(7), limits)).to.deep.equal({ kind: "done", value: 7 })
    await withTimeLimit(1_000, () => Promise.reject(new Error("broken")), limits).catch(() => undefined)
    const late = withTimeLimit(1_000, forever, limits)
    await clock.advance(1_000)
    expect(await late).to.deep.equal({ kind: "timed out" })
    expect(getEventListeners(signal, "abort")).to.have.length(0)
    expect(clock.sleepers).to.equal(0)
  })

  it("throws what the work throws at once, and leaves nothing that rejects later", async () => {
    const clock = createManualClock()
    const thrower = (): Promise<never> => {
      throw new RangeError("at once")
    }
    expect(await rejection(withTimeLimit(1_000, thrower, { clock }))).to.be.instanceOf(RangeError)
    await new Promise(setImmediate)
    expect(clock.sleepers).to.equal(0)
  })

  it("stops the work when its time is over or the caller aborts", async () => {
    const clock = createManualClock()
    const interruption = new AbortController()
    const stopped: string[] = []
    const work = (name: string) => (stop: AbortSignal) => {
      stop.addEventListener("abort", () => stopped.push(name))
      return forever()
    }
    const late = withTimeLimit(1_000, work("late"), { clock })
    await clock.advance(1_000)
    await late
    const aborted = withTimeLimit(1_000, work("aborted"), { clock, signal: interruption.signal })
    interruption.abort()
    expect(await aborted).to.deep.equal({ kind: "aborted" })
    expect(stopped).to.deep.equal(["late", "aborted"])
  })
})
