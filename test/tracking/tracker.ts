import { expect } from "chai"
import { describe, it } from "mocha"

import { type StateTable } from "#src/tracking/states.js"
import { createTracker, type Step, type Tracker } from "#src/tracking/tracker.js"

type Parcel = { id: string; state: string; mood?: string; label?: string; weight?: number }

type ParcelStep = Step<keyof typeof states, { id: string; parcel: Parcel }>

const states = {
  PACKED: { step: 0, says: "packed" },
  SENT: { step: 1, says: "sent" },
  LOST: { step: 1, says: "lost for now" },
  CHECKED: { step: 1, lastStep: 2, says: "checked, before or at the door" },
  AT_THE_DOOR: { step: 2, says: "at the door" },
  DELIVERED: { step: 3, final: "success", says: "delivered" },
} as const satisfies StateTable
const moods = { CALM: { step: 0, says: "calm" }, UPSET: { step: 1, says: "upset" } } as const

function createParcelTracker(): Tracker<Parcel, ParcelStep> {
  return createTracker<Parcel, ParcelStep>({
    idOf: ({ id }) => id,
    aspectsOf: ({ state, mood = "CALM", label = "" }) => [
      { value: state, table: states },
      { value: mood, table: moods },
      { value: label },
    ],
    hasArrived: ({ state }) => state === "DELIVERED",
    toStep: (change, parcel) => ({ id: parcel.id, ...change, parcel }),
  })
}

/** Passes one answer a second to a tracker, and describes the steps it reports. */
function report(...answers: readonly (readonly Parcel[])[]): string[] {
  const tracker = createParcelTracker()
  return answers.flatMap((answer, second) =>
    tracker
      .observe(answer, second * 1_000)
      .map(
        ({ kind, id, state, previousState = "nothing", inState }) =>
          `${kind} ${id} ${state} from ${previousState} after ${inState}`,
      ),
  )
}

const at = (state: string, more: Partial<Parcel> = {}): Parcel => ({ id: "a", state, ...more })

describe("createTracker", () => {
  it("makes its steps with toStep and keeps them as the history", () => {
    const tracker = createParcelTracker()
    const parcel = at("PACKED")
    const steps = tracker.observe([parcel], 5)
    expect(steps).to.deep.equal([{ id: "a", kind: "state", state: "PACKED", at: 5, inState: 0, parcel }])
    const gone = { kind: "reorg", state: "VANISHED", previousState: "PACKED", at: 9, inState: 4 }
    expect(tracker.observe([], 9)).to.deep.equal([{ id: "a", ...gone, parcel }])
    expect(tracker.history).to.deep.equal([...steps, { id: "a", ...gone, parcel }])
  })

  it("takes every change of an aspect without a table for a step forward", () => {
    const labels = ["a", "b", "a"].map((label) => [at("SENT", { label })])
    expect(report(...labels).map((line) => line.split(" ")[0])).to.deep.equal(["state", "state", "state"])
  })

  it("does not take states that share a position, overlap or are unknown for a step back", () => {
    const lines = report(
      ...["SENT", "LOST", "SENT", "AT_THE_DOOR", "CHECKED", "SULKING", "AT_THE_DOOR"].map((s) => [at(s)]),
    )
    expect(lines.every((line) => line.startsWith("state"))).to.equal(true)
    expect(lines).to.have.length(7)
  })

  it("reports a step back of any aspect as a reorg, even after an unknown state, and continues from there", () => {
    expect(report([at("AT_THE_DOOR")], [at("SULKING")], [at("PACKED")], [at("SENT")]).slice(2)).to.deep.equal([
      "reorg a PACKED from SULKING after 1000",
      "state a SENT from PACKED after 1000",
    ])
    expect(report([at("SENT", { mood: "UPSET" })], [at("SENT")])[1]).to.match(/^reorg/)
  })

  it("reports a thing that vanished as a reorg, once, and its return as a state", () => {
    expect(report([at("SENT")], [], [], [at("PACKED")]).slice(1)).to.deep.equal([
      "reorg a VANISHED from SENT after 1000",
      "state a PACKED from VANISHED after 2000",
    ])
  })

  it("reports nothing about a thing after its final state", () => {
    expect(report([at("DELIVERED")], [at("SENT")], [])).to.have.length(1)
  })

  it("keeps details that are not aspects up to date, after a final state too, and leaves out what vanished", () => {
    const tracker = createParcelTracker()
    tracker.observe([at("DELIVERED"), at("SENT", { id: "b" }), at("SENT", { id: "c" })], 0)
    tracker.observe([at("DELIVERED", { weight: 5 }), at("SENT", { id: "b", weight: 6 })], 1)
    expect(tracker.things()).to.deep.equal([at("DELIVERED", { weight: 5 }), at("SENT", { id: "b", weight: 6 })])
    tracker.observe([at("PACKED", { weight: 7 })], 2)
    expect(tracker.things()).to.deep.equal([at("DELIVERED", { weight: 5 })])
  })

  it("is not over when a thing of one kind arrived instead of a thing of another", () => {
    const tracker = createTracker<Parcel, Parcel>({
      idOf: ({ id }) => id,
      kindOf: ({ label = "" }) => label,
      aspectsOf: ({ state }) => [{ value: state, table: states }],
      hasArrived: ({ state }) => state === "DELIVERED",
      toStep: (_change, parcel) => parcel,
    })
    const letter = (id: string): Parcel => ({ id, state: "DELIVERED", label: "letter" })
    const box = (id: string, state: string): Parcel => ({ id, state, label: "box" })
    tracker.observe([letter("a"), box("b", "SENT")], 0)
    tracker.observe([letter("c")], 1)
    expect(tracker.isOver()).to.equal(false)
    tracker.observe([letter("c"), box("d", "DELIVERED")], 2)
    expect(tracker.isOver()).to.equal(true)
  })

  it("is not over when nothing is there, or when what arrived earlier is missing", () => {
    const tracker = createParcelTracker()
    tracker.observe([at("DELIVERED")], 0)
    tracker.observe([], 1)
    expect(tracker.isOver(), "nothing is there").to.equal(false)
    tracker.observe([at("SENT", { id: "b" })], 2)
    tracker.observe([], 3)
    expect(tracker.isOver(), "one vanished").to.equal(false)
    tracker.observe([at("DELIVERED", { id: "b" })], 4)
    expect(tracker.isOver(), "as many as ever are there").to.equal(true)
    tracker.observe([at("DELIVERED"), at("SENT", { id: "c" })], 5)
    tracker.observe([at("DELIVERED", { id: "c" })], 6)
    expect(tracker.isOver(), "one of two is missing").to.equal(false)
  })
})
