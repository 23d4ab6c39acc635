import { getEventListeners } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createMockClock } from "#src/testing/mockApi/createMockClock.js"

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
  it("begins with the year 2026, and shows one time", () => {
    const clock = createMockClock("stands")
    expect([clock.now(), clock.wallTime?.()]).to.deep.equal([1_767_225_600_000, 1_767_225_600_000])
  })

  it("lets other work have seven whole turns of the event loop before each jump", async () => {
    const clock = createMockClock("jumps")
    const begun = clock.now()
    const seen: number[] = []
    let rounds = 0
    for (const ms of [1, 2]) void clock.sleep(ms).then(() => seen.push(rounds))
    for (; seen.length < 2; rounds += 1) await new Promise((resolve) => setImmediate(resolve))
    expect([seen, clock.now() - begun]).to.deep.equal([[7, 15], 2])
  })

  it("listens to a signal no longer than the sleep lasts", async () => {
    const clock = createMockClock("jumps")
    const { signal } = new AbortController()
    const sleep = clock.sleep(1, signal)
    expect(getEventListeners(signal, "abort")).to.have.length(1)
    await sleep
    expect(getEventListeners(signal, "abort")).to.deep.equal([])
  })

  it("wakes each sleep at its moment and not before, and those of one moment in the order in which they began", async () => {
    const clock = createMockClock("stands")
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
    const clock = createMockClock("jumps")
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
    const clock = createMockClock("jumps")
    const { ended, sleep, passed } = noteSleeps(clock)
    await sleep("never", 60_000, AbortSignal.abort())
    await clock.advance(0)
    expect([ended, passed()]).to.deep.equal([["never stopped"], 0])
  })
})
