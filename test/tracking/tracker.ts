import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { createTracker, type Tracker } from "../../src/tracking/tracker.js"
import { compareIn, type StateTable } from "../../src/tracking/states.js"

type Parcel = { id: string; state: string; mood?: string; weight?: number }

const states = {
  PACKED: { step: 0, says: "packed" },
  SENT: { step: 1, says: "sent" },
  LOST: { step: 1, says: "lost for now" },
  CHECKED: { step: 1, lastStep: 2, says: "checked, before or at the door" },
  AT_THE_DOOR: { step: 2, says: "at the door" },
  DELIVERED: { step: 3, final: "success", says: "delivered" },
} as const satisfies StateTable
const moods = { CALM: { step: 0, says: "calm" }, UPSET: { step: 1, says: "upset" } } as const

function createParcels(): Tracker<Parcel> {
  return createTracker<Parcel>({
    idOf: ({ id }) => id,
    marksOf: ({ state, mood = "CALM" }) => [
      { at: state, table: states },
      { at: mood, table: moods },
    ],
    hasArrived: ({ state }) => state === "DELIVERED",
  })
}

/** Shows one answer a second, and tells what was reported. */
function report(...answers: readonly (readonly Parcel[])[]): string[] {
  const journey = createParcels()
  return answers.flatMap((answer, second) =>
    journey
      .observe(answer, second * 1_000)
      .map(
        ({ kind, id, state, previousState = "nothing", inState }) =>
          `${kind} ${id} ${state} from ${previousState} after ${inState}`,
      ),
  )
}

const at = (state: string, more: Partial<Parcel> = {}): Parcel => ({ id: "a", state, ...more })

describe("createJourney", () => {
  it("reports each change once, with the time since the one before", () => {
    expect(report([], [at("PACKED")], [at("PACKED")], [at("SENT")], [at("DELIVERED")])).to.deep.equal([
      "state a PACKED from nothing after 0",
      "state a SENT from PACKED after 2000",
      "state a DELIVERED from SENT after 1000",
    ])
  })

  it("reports a change of an aspect that is not the state, and no change of anything else", () => {
    expect(report([at("SENT")], [at("SENT", { weight: 5 })], [at("SENT", { mood: "UPSET" })])).to.deep.equal([
      "state a SENT from nothing after 0",
      "state a SENT from SENT after 2000",
    ])
  })

  it("takes states that share a place, overlap or are unknown for no step back", () => {
    const told = report(
      ...["SENT", "LOST", "SENT", "AT_THE_DOOR", "CHECKED", "SULKING", "AT_THE_DOOR"].map((s) => [at(s)]),
    )
    expect(told.every((line) => line.startsWith("state"))).to.equal(true)
    expect(told).to.have.length(7)
  })

  it("reports a step back of any aspect as a reorg, behind an unknown state too, and starts from there", () => {
    expect(report([at("AT_THE_DOOR")], [at("SULKING")], [at("PACKED")], [at("SENT")]).slice(2)).to.deep.equal([
      "reorg a PACKED from SULKING after 1000",
      "state a SENT from PACKED after 1000",
    ])
    expect(report([at("SENT", { mood: "UPSET" })], [at("SENT")])[1]).to.match(/^reorg/)
  })

  it("reports a thing that is gone as a reorg, once, and its return as a state", () => {
    expect(report([at("SENT")], [], [], [at("PACKED")]).slice(1)).to.deep.equal([
      "reorg a VANISHED from SENT after 1000",
      "state a PACKED from VANISHED after 2000",
    ])
  })

  it("lets a final state be the end of a thing's story", () => {
    expect(report([at("DELIVERED")], [at("SENT")], [])).to.have.length(1)
  })

  it("keeps what moves on silently, at a final state too, and leaves out what vanished", () => {
    const journey = createParcels()
    journey.observe([at("DELIVERED"), at("SENT", { id: "b" }), at("SENT", { id: "c" })], 0)
    journey.observe([at("DELIVERED", { weight: 5 }), at("SENT", { id: "b", weight: 6 })], 1)
    expect(journey.things()).to.deep.equal([at("DELIVERED", { weight: 5 }), at("SENT", { id: "b", weight: 6 })])
    journey.observe([at("PACKED", { weight: 7 })], 2)
    expect(journey.things()).to.deep.equal([at("DELIVERED", { weight: 5 })])
  })

  it("is over when as many things have arrived as were ever seen, and all of the last answer", () => {
    const journey = createParcels()
    journey.observe([], 0)
    expect(journey.isOver()).to.equal(false)
    journey.observe([at("DELIVERED"), at("SENT", { id: "b" })], 1)
    journey.observe([at("DELIVERED")], 2)
    expect(journey.isOver(), "one of two is gone").to.equal(false)
    journey.observe([at("DELIVERED"), at("SENT", { id: "c" })], 3)
    expect(journey.isOver(), "it came back as another").to.equal(false)
    journey.observe([at("DELIVERED"), at("DELIVERED", { id: "c" })], 4)
    expect(journey.isOver()).to.equal(true)
  })

  it("never tells of a step forward that goes back, whatever it is shown", () => {
    const parcel = fc.record({
      id: fc.constantFrom("a", "b"),
      state: fc.constantFrom(...Object.keys(states), "SULKING"),
      mood: fc.constantFrom("CALM", "UPSET"),
    })
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(parcel, { selector: ({ id }) => id }), { maxLength: 12 }), (answers) => {
        const journey = createParcels()
        answers.forEach((answer, second) => journey.observe(answer, second))
        for (const { kind, state, previousState } of journey.history) {
          if (kind === "state" && previousState !== undefined) {
            expect(compareIn(states, state, previousState)).to.be.at.least(0)
          }
        }
      }),
    )
  })
})
