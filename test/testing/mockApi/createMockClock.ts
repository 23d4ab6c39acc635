import { expect } from "chai"
import { describe, it } from "mocha"

import { createMockClock } from "../../../src/testing/mockApi/createMockClock.js"

const idle = { isBusy: () => false }

/** Notes which sleeps have ended, in order, and when. */
function noteSleeps(clock: ReturnType<typeof createMockClock>) {
  const [start, ended] = [clock.now(), [] as string[]]
  const sleep = (name: string, ms: number, signal?: AbortSignal) =>
    clock.sleep(ms, signal).then(
      () => void ended.push(`${name} at ${clock.now() - start}`),
      () => void ended.push(`${name} stopped`),
    )
  return { ended, sleep, passed: () => clock.now() - start }
}

describe("the clock of a mocked API", () => {
  it("wakes each sleep at its moment and not before, and those of one moment in the order in which they began", async () => {
    const clock = createMockClock({ time: "stands", ...idle })
    const { ended, sleep, passed } = noteSleeps(clock)
    void sleep("last", 5_000)
    for (const name of ["one", "two", "three"]) void sleep(name, 1_000)
    await clock.advance(999)
    expect([ended, passed()]).to.deep.equal([[], 999])
    await clock.advance(1)
    expect(ended.splice(0)).to.deep.equal(["one at 1000", "two at 1000", "three at 1000"])
    await clock.advance(10_000)
    expect([ended, passed()]).to.deep.equal([["last at 5000"], 11_000])
  })

  it("jumps from moment to moment, again after it has stood still, and never to one that nothing waits for any more", async () => {
    const clock = createMockClock({ time: "jumps", ...idle })
    const { ended, sleep, passed } = noteSleeps(clock)
    const stopped = new AbortController()
    const sleeps = [sleep("late", 5_000), sleep("never", 60_000, stopped.signal), sleep("early", 1_000)]
    stopped.abort()
    await Promise.all(sleeps)
    expect(ended.splice(0)).to.deep.equal(["never stopped", "early at 1000", "late at 5000"])
    await clock.advance(0)
    expect(passed()).to.equal(5_000)
    await sleep("again", 500)
    expect(ended).to.deep.equal(["again at 5500"])
  })

  it("begins no sleep for what is stopped already", async () => {
    const clock = createMockClock({ time: "jumps", ...idle })
    const { ended, sleep, passed } = noteSleeps(clock)
    await sleep("never", 60_000, AbortSignal.abort())
    await clock.advance(0)
    expect([ended, passed()]).to.deep.equal([["never stopped"], 0])
  })
})
