import { expect } from "chai"
import { describe, it } from "mocha"

import type { StateTable } from "#src/tracking/states.js"
import { createTracker } from "#src/tracking/tracker.js"

const states = {
  SENT: { step: 0, says: "sent" },
  DELIVERED: { step: 1, final: "success", says: "delivered" },
} as const satisfies StateTable

type Parcel = { readonly id: string; readonly state: keyof typeof states }

describe("createTracker", () => {
  it("counts a thing once, however often an answer names it", () => {
    const tracker = createTracker<Parcel, Parcel>({
      idOf: ({ id }) => id,
      aspectsOf: ({ state }) => [{ value: state, table: states }],
      hasArrived: ({ state }) => state === "DELIVERED",
      toStep: (_change, parcel) => parcel,
    })
    const sent: Parcel = { id: "a", state: "SENT" }
    const delivered: Parcel = { id: "a", state: "DELIVERED" }
    expect(tracker.observe([sent, sent], 0)).to.have.lengthOf(1)
    expect(tracker.observe([delivered], 1)).to.have.lengthOf(1)
    expect(tracker.isOver()).to.equal(true)
  })
})
