import { createHash } from "node:crypto"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createGenerator, waits } from "#src/testing/exploring/createGenerator.js"
import { type Move, nameOfMove, type Schedule } from "#src/testing/exploring/Schedule.js"
import type { ExploredFault } from "#src/testing/faults/WorldFaults.js"

const chains = ["alpha", "beta"]
const subject = { chains, steps: 3, faults: ["risingFees", "skewedClock", "down", "reorg"] as ExploredFault[], seed: 7 }
const of = (count: number) => Array.from({ length: count }, (_, index) => index)

/** So many schedules, of which nothing is learnt. */
const schedules = (count: number, given: Partial<typeof subject> = {}): Schedule[] => {
  const { next } = createGenerator({ ...subject, ...given })
  return of(count).map(() => next())
}

const movesIn = ({ start, steps, end }: Schedule): Move[] => [
  ...start,
  ...steps.flatMap((moves) => moves ?? []),
  ...end,
]
const sorted = (values: Iterable<number>) => [...new Set(values)].sort((one, other) => one - other)

describe("the schedules that are tried", () => {
  const tried = schedules(2_000)
  const moves = tried.flatMap(movesIn)

  it("are the same for the same seed, and others for another", () => {
    expect(schedules(20)).to.deep.equal(tried.slice(0, 20))
    expect(schedules(20, { seed: 8 })).to.not.deep.equal(tried.slice(0, 20))
  })

  it("are those of a seed that was written down, whatever was learnt", () => {
    const { next, learn } = createGenerator(subject)
    const hash = createHash("sha256")
    for (let number = 0; number < 400; number += 1) {
      const schedule = next()
      hash.update(JSON.stringify(schedule))
      const happened = movesIn(schedule).map((move, index) => ({ name: nameOfMove(move), happened: index % 3 === 0 }))
      learn(schedule, { moves: happened, course: String(number % 50) })
    }
    expect(hash.digest("hex").slice(0, 16)).to.equal("b59a4dc1f10ecc70")
  })

  it("have every length and every pick that there can be, and no other", () => {
    const lengths = (part: keyof Schedule) => sorted(tried.map((schedule) => schedule[part].length))
    expect([lengths("start"), lengths("steps"), lengths("picks"), lengths("end")]).to.deep.equal([
      of(2),
      of(4),
      of(13),
      of(7),
    ])
    expect(sorted(tried.flatMap(({ picks }) => picks))).to.deep.equal(of(12))
    const steps = tried.flatMap((schedule) => schedule.steps)
    expect(sorted(steps.map((step) => step?.length ?? -1))).to.deep.equal([-1, 0, 1, 2, 3])
  })

  it("have every kind of move, with every value that there can be, and no other", () => {
    const [delivering, first, nth, until, seconds] = [[], [], [], [], []] as unknown[][]
    for (const move of moves) {
      if (move.move === "deliver") (move.nth === undefined ? first : nth)!.push(move.nth ?? move.until)
      if (move.move === "deliver") until!.push(move.until)
      if (move.move === "deliverNext") delivering!.push(move.nth)
      if (move.move === "increase") seconds!.push(move.seconds)
    }
    expect(sorted(nth as number[])).to.deep.equal(of(4))
    expect(sorted(delivering as number[])).to.deep.equal(of(4))
    expect(sorted(seconds as number[])).to.deep.equal(waits)
    const pauses = [undefined, "SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING"]
    expect(new Set(until)).to.have.all.keys(pauses)
    expect(new Set(first)).to.have.all.keys(pauses)
    const kinds = tried.flatMap(({ end }) => end.map((move) => ("nth" in move ? `${move.move} one` : move.move)))
    const share = (kind: string): number => kinds.filter((one) => one === kind).length / kinds.length
    expect(share("deliver one")).to.be.closeTo(6 / 12, 0.02)
    expect(share("deliver")).to.be.closeTo(2 / 12, 0.02)
    expect(share("deliverNext one")).to.be.closeTo(1 / 12, 0.02)
    expect(share("increase")).to.be.closeTo(1 / 12, 0.02)
    expect(share("fault")).to.be.closeTo(2 / 12, 0.02)
  })

  it("have the faults that are given, with every value of their options, and none without faults", () => {
    const faults = moves.flatMap((move) => (move.move === "fault" ? [move.data] : []))
    expect(new Set(faults.map(({ fault }) => fault))).to.have.all.keys(subject.faults)
    const values = (fault: string, option: string) =>
      new Set(faults.flatMap((data) => (data.fault === fault ? [(data as never)[option] as unknown] : [])))
    expect(values("skewedClock", "seconds")).to.have.all.keys([1, 60, 3_600])
    expect(values("skewedClock", "chain")).to.have.all.keys(chains)
    expect(values("down", "part").size).to.equal(6)
    expect(values("reorg", "blocks")).to.have.all.keys([1, 2, 3, 4])
    const none = schedules(300, { faults: [] })
    expect(none.flatMap(movesIn).map(nameOfMove)).to.not.include("fault")
    expect(sorted(none.map(({ start }) => start.length))).to.deep.equal([0])
  })

  it("do more often what has changed something than what never does", () => {
    const generator = createGenerator(subject)
    const plain = { start: [], steps: [], picks: [], end: [] }
    const outcome = (happened: boolean, name: string) => ({ moves: [{ name, happened }], course: "known" })
    for (let times = 0; times < 50; times += 1) {
      generator.learn(plain, outcome(true, "skewedClock"))
      generator.learn(plain, outcome(false, "down"))
    }
    const names = of(2_000).flatMap(() => movesIn(generator.next()).map(nameOfMove))
    const count = (name: string) => names.filter((one) => one === name).length
    // Twice the weight of what is not known, and a tenth of it.
    expect(count("skewedClock") / count("risingFees")).to.be.closeTo(2, 0.4)
    expect(count("down") / count("risingFees")).to.be.closeTo(0.1, 0.06)
  })

  it("change one thing in one that took a course of its own, half of the time", () => {
    const known: Schedule = {
      start: [],
      steps: [undefined, [{ move: "increase", seconds: 1 }]],
      picks: [11, 11, 11, 11],
      end: of(6).map(() => ({ move: "increase", seconds: 86_400 })),
    }
    const generator = createGenerator(subject)
    generator.learn(known, { moves: [], course: "its own" })
    generator.learn({ start: [], steps: [], picks: [], end: [] }, { moves: [], course: "its own" })
    const all = of(2_000).map(() => generator.next())
    const parts = Object.keys(known) as (keyof Schedule)[]
    const changedIn = (schedule: Schedule) =>
      parts.filter((part) => JSON.stringify(schedule[part]) !== JSON.stringify(known[part]))
    const alike = all.filter((schedule) => changedIn(schedule).length <= 1)
    expect(alike.length / all.length).to.be.closeTo(1 / 2, 0.05)
    const of1 = (part: keyof Schedule) => alike.filter((schedule) => changedIn(schedule)[0] === part)
    for (const part of parts) expect(of1(part), part).to.not.deep.equal([])
    expect(sorted(of1("picks").map(({ picks }) => picks.length))).to.deep.equal([3, 4, 5])
    expect(sorted(of1("end").map(({ end }) => end.length))).to.deep.equal([5, 6, 7])
    expect(sorted(of1("start").map(({ start }) => start.length))).to.deep.equal([1])
    expect(sorted(of1("steps").map(({ steps }) => steps.length))).to.deep.equal([2, 3])
  })
})
