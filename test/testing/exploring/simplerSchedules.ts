import { expect } from "chai"
import { describe, it } from "mocha"

import { type Move, plainSchedule, type Schedule } from "#src/testing/exploring/Schedule.js"
import { simplerSchedules } from "#src/testing/exploring/simplerSchedules.js"

const deliver: Move = { move: "deliver" }
const fault = (seconds: number): Move => ({ move: "fault", data: { fault: "skewedClock", chain: "alpha", seconds } })

/** What is simpler than a schedule that has nothing but this. */
const simpler = (part: Partial<Schedule>): Partial<Schedule>[] =>
  [...simplerSchedules({ ...plainSchedule, ...part })].map((schedule) =>
    Object.fromEntries(Object.entries(schedule).filter(([, list]) => list.length > 0)),
  )

/** The moves that are simpler than one at the end of a schedule. */
const simplerMoves = (move: Move) => simpler({ end: [move] }).flatMap(({ end = [] }) => end)

describe("what is simpler than a schedule", () => {
  it("is nothing where it says nothing", () => {
    expect(simpler({})).to.deep.equal([])
  })

  it("has one part less, each of them first", () => {
    const whole: Schedule = { start: [fault(1)], steps: [[deliver]], picks: [0], end: [deliver] }
    const shorter = [...simplerSchedules(whole)].slice(0, 4)
    expect(shorter).to.deep.equal([
      { ...whole, start: [] },
      { ...whole, steps: [] },
      { ...whole, picks: [] },
      { ...whole, end: [] },
    ])
  })

  it("delivers everything at one of its steps, or has one move less there, and no steps of that kind at the end", () => {
    const next: Move = { move: "deliverNext" }
    expect(simpler({ steps: [[deliver], undefined, [next, deliver]] })).to.deep.equal([
      {},
      { steps: [undefined, undefined, [next, deliver]] },
      { steps: [[deliver]] },
      { steps: [[], undefined, [next, deliver]] },
      { steps: [[deliver], undefined, [deliver]] },
      { steps: [[deliver], undefined, [next]] },
    ])
  })

  it("picks the first or one before, and not the first at the end", () => {
    expect(simpler({ picks: [2, 0, 3] })).to.deep.equal([
      {},
      { picks: [0, 0, 3] },
      { picks: [1, 0, 3] },
      { picks: [2] },
      { picks: [2, 0, 2] },
    ])
  })

  it("has smaller values: nothing chosen, less time, weaker faults", () => {
    const pausing: Move = { move: "deliver", nth: 2, until: "SEALED" }
    expect(simplerMoves(pausing)).to.deep.equal([
      { ...pausing, until: undefined },
      { ...pausing, nth: undefined },
      { ...pausing, nth: 0 },
      { ...pausing, nth: 1 },
    ])
    expect(simplerMoves({ move: "deliverNext", nth: 1 })).to.deep.equal([{ move: "deliverNext", nth: 0 }])
    const [increase, one] = [3_600, 1].map((seconds): Move => ({ move: "increase", seconds }))
    expect(simplerMoves(increase!)).to.deep.equal([1, 60].map((seconds) => ({ move: "increase", seconds })))
    expect(simplerMoves(one!)).to.deep.equal([])
    expect(simplerMoves(fault(60))).to.deep.equal([fault(1), fault(10)])
    expect(simplerMoves(fault(3_601))).to.deep.equal([1, 10, 60, 3_600].map(fault))
    expect(simplerMoves(fault(3_600))).to.deep.equal([1, 10, 60].map(fault))
    expect(simpler({ start: [fault(10)] })).to.deep.equal([{}, {}, { start: [fault(1)] }])
  })
})
