import { expect } from "chai"
import { describe, it } from "mocha"

import { createWorldClock } from "#src/testing/world/createWorldClock.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"

const start = Date.UTC(2026, 0, 1)

/** A world's clock over one that the test moves, and which sleeps have ended. */
function open() {
  const machine = createManualClock(start + 567)
  const clock = createWorldClock(machine)
  const ended: string[] = []
  const sleep = (name: string, ms: number, signal?: AbortSignal) =>
    clock.sleep(ms, signal).then(
      () => void ended.push(name),
      () => void ended.push(`${name} stopped`),
    )
  return { machine, clock, ended, sleep, passed: () => clock.now() - start }
}

/** Lets everything run that needs no time. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("the clock of a world", () => {
  it("stands at a whole second, whatever the machine's clock does, until the test moves it", async () => {
    const { machine, clock, ended, sleep, passed } = open()
    void sleep("second", 2_000)
    void sleep("first", 1_000)
    await machine.advance(60_000)
    expect([clock.isFrozen, passed(), machine.sleepers, ended]).to.deep.equal([true, 0, 0, []])
    clock.advance(999)
    await turn()
    expect(ended).to.deep.equal([])
    clock.advance(1)
    await turn()
    expect(ended).to.deep.equal(["first"])
    clock.advance(5_000)
    await turn()
    expect([passed(), ended]).to.deep.equal([6_000, ["first", "second"]])
  })

  it("runs with the machine's clock from where it is, and waits for one moment at a time", async () => {
    const { machine, clock, ended, sleep, passed } = open()
    clock.advance(10_000)
    clock.unfreeze()
    for (const ms of [3_000, 1_000, 2_000]) void sleep(`after ${ms}`, ms)
    expect([clock.isFrozen, machine.sleepers]).to.deep.equal([false, 1])
    await machine.advance(999)
    expect([passed(), ended]).to.deep.equal([10_999, []])
    await machine.advance(1)
    expect([ended.splice(0), machine.sleepers]).to.deep.equal([["after 1000"], 1])
    clock.freeze()
    expect([clock.isFrozen, machine.sleepers]).to.deep.equal([true, 0])
    await machine.advance(60_000)
    expect([passed(), ended]).to.deep.equal([11_000, []])
    clock.unfreeze()
    clock.advance(1_000)
    await turn()
    expect(ended.splice(0)).to.deep.equal(["after 2000"])
    await machine.advance(1_000)
    expect([passed(), ended, machine.sleepers]).to.deep.equal([13_000, ["after 3000"], 0])
  })

  it("waits for nothing that was stopped", async () => {
    const { machine, clock, ended, sleep } = open()
    clock.unfreeze()
    const stopped = new AbortController()
    const sleeps = [sleep("never", 1_000, stopped.signal), sleep("not at all", 1_000, AbortSignal.abort())]
    void sleep("late", 5_000)
    stopped.abort()
    await Promise.all(sleeps)
    expect(ended.splice(0).toSorted()).to.deep.equal(["never stopped", "not at all stopped"])
    expect(machine.sleeps.at(-1)).to.equal(5_000)
    await machine.advance(5_000)
    expect([ended, machine.sleepers]).to.deep.equal([["late"], 0])
  })

  for (const isFrozen of [true, false]) {
    it(`goes back to ${isFrozen ? "a time at which it stood" : "a time from which it ran"}`, async () => {
      const { machine, clock, passed } = open()
      if (!isFrozen) clock.unfreeze()
      const goBack = clock.remember()
      clock.advance(7_000)
      if (isFrozen) clock.unfreeze()
      else clock.freeze()
      await machine.advance(100)
      goBack()
      expect([clock.isFrozen, passed()]).to.deep.equal([isFrozen, 0])
      await machine.advance(100)
      expect(passed()).to.equal(isFrozen ? 0 : 100)
    })
  }
})
