import { expect } from "chai"
import { describe, it } from "mocha"

import { chainEvent, sortEvents } from "#src/explaining/Explanation.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const event = (title: string, timestamp: bigint | null) =>
  chainEvent({ name: "alpha" }, { blockNumber: 1n, transactionHash: bytes32(1), timestamp }, { title })

describe("the order of events", () => {
  it("is that of time, and an event without one follows the event before it in its own story", () => {
    const one = [event("sent", 10n), event("sealed", null), event("executed", 40n)]
    const other = [event("other sent", 20n), event("other sealed", null), event("other executed", 30n)]
    const titles = sortEvents([one, other]).map(({ title }) => title)
    expect(titles).to.deep.equal(["sent", "sealed", "other sent", "other sealed", "other executed", "executed"])
  })

  it("begins with what has no time and nothing before it", () => {
    const titles = sortEvents([[event("sent", 10n)], [event("unknown", null), event("later", 20n)]])
    expect(titles.map(({ title, at }) => [title, at])).to.deep.equal([
      ["unknown", null],
      ["sent", 10],
      ["later", 20],
    ])
  })
})
