import { deflateRawSync } from "node:zlib"

import { expect } from "chai"
import { describe, it } from "mocha"

import {
  lineOf,
  linesOf,
  type Move,
  nameOfMove,
  pathOf,
  perform,
  plainSchedule,
  type Schedule,
  type ScheduledWorld,
  scheduleOf,
} from "#src/testing/exploring/Schedule.js"
import type { FaultData } from "#src/testing/faults/WorldFaults.js"

const skewed: Move = { move: "fault", data: { fault: "skewedClock", chain: "alpha", seconds: 60 } as FaultData }
const reorg: Move = { move: "fault", data: { fault: "reorg", chain: "alpha", blocks: 2 } as FaultData }

const moves: readonly (readonly [move: Move, name: string, line: string])[] = [
  [{ move: "deliver" }, "deliver", "await world.deliver()"],
  [{ move: "deliver", nth: 0 }, "deliver", "await world.deliver({ nth: 0 })"],
  [{ move: "deliver", nth: 2, until: "SEALED" }, "deliver", 'await world.deliver({ nth: 2, until: "SEALED" })'],
  [{ move: "deliverNext", nth: 0 }, "deliverNext", "await world.deliverNext()"],
  [{ move: "deliverNext", nth: 1 }, "deliverNext", "await world.deliverNext({ nth: 1 })"],
  [{ move: "increase", seconds: 86_400 }, "increase", "await world.time.increase(86400)"],
  [skewed, "skewedClock", 'await world.faults.skewedClock("alpha", { seconds: 60 })'],
  [reorg, "reorg", 'world.faults.reorg("alpha", { blocks: 2 })'],
]

describe("a move of a schedule", () => {
  for (const [move, name, line] of moves) {
    it(`is counted, written and done: ${line}`, async () => {
      expect([nameOfMove(move), lineOf(move)]).to.deep.equal([name, line])
      const done: unknown[] = []
      const note =
        (called: string) =>
        (given: unknown): Promise<string> => {
          done.push(called, given)
          return Promise.resolve("a fault")
        }
      const world = {
        ...{ deliver: note("deliver"), deliverNext: note("deliverNext") },
        ...{ time: { increase: note("increase") }, faults: { apply: note("fault") } },
      } as unknown as ScheduledWorld
      const begun = await perform(world, move)
      const { move: kind, ...options } = move
      expect(begun).to.equal(kind === "fault" ? "a fault" : undefined)
      const given = "seconds" in options ? options.seconds : "data" in options ? options.data : options
      expect(done[0]).to.equal(kind)
      expect(JSON.stringify(done[1])).to.equal(JSON.stringify(given))
    })
  }
})

describe("the path of a schedule", () => {
  it("holds all of it", () => {
    const whole: Schedule = { start: [skewed], steps: [undefined, [reorg], []], picks: [0, 3], end: [moves[2]![0]] }
    expect(scheduleOf(pathOf(whole))).to.deep.equal(whole)
    expect(scheduleOf(pathOf(plainSchedule))).to.deep.equal(plainSchedule)
  })

  it("is none if it is something else, in part or as a whole, or unfolds to more than a MiB", () => {
    const written = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString("base64url")
    const filled = (length: number): string => written({ ...plainSchedule, more: "a".repeat(length) })
    const size = JSON.stringify({ ...plainSchedule, more: "" }).length
    expect(scheduleOf(filled(2 ** 20 - size))).to.deep.equal(plainSchedule)
    for (const path of [
      ...["", "no path", written(null), written([]), written({}), filled(2 ** 20 - size + 1)],
      ...Object.keys(plainSchedule).map((part) => written({ ...plainSchedule, [part]: {} })),
    ]) {
      expect(scheduleOf(path), path.slice(0, 40)).to.equal(undefined)
    }
  })
})

describe("the lines of a run", () => {
  const nothing = { start: [], steps: [], picks: [], end: [] }

  it("give the scenario what it stepped through and picked", () => {
    const script = { start: ["a()"], steps: [["b()", "c()"], []], picks: [2, 0], end: ["d()"] }
    expect(linesOf(script, { takesContext: true })).to.deep.equal([
      ...["a()", "const steps = [", "  async () => {", "    b()", "    c()", "  },", "  async () => {"],
      ...["    // Nothing is delivered here.", "  },", "]", "const picks = [2, 0]", "await scenario({"],
      ...["  step: async () => await steps.shift()?.(),", "  pick: (choices) => choices[picks.shift() ?? 0]!,"],
      ...["})", "d()"],
    ])
    expect(linesOf(script, { takesContext: false })).to.deep.equal(["a()", "await scenario()", "d()"])
  })

  it("are short where it did neither", () => {
    expect(linesOf(nothing, { takesContext: true })).to.deep.equal([
      ...["await scenario({", "  step: async () => {},", "  pick: (choices) => choices[0]!,", "})"],
    ])
  })
})
