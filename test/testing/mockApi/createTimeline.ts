import { expect } from "chai"
import { describe, it } from "mocha"

import { createTimeline, type Step } from "#src/testing/mockApi/MockRoute.js"

const begun = 5_000

/** A timeline, asked at moments after it began: the text of each answer. */
function ask(steps: readonly Step<unknown>[], ...moments: readonly number[]): string {
  let now = begun
  const timeline = createTimeline(steps, () => now)
  const answers = moments.map((moment) => {
    now = begun + moment
    const step = timeline.next()
    return "error" in step ? step.error : step.status
  })
  expect(timeline.requests).to.equal(moments.length)
  return answers.join(" ")
}

describe("the answers of a mocked API", () => {
  it("come one after the other, the last again and again", () => {
    expect(ask(["A", { error: 500 }, { status: "B" }], 0, 0, 0, 0, 0)).to.equal("A 500 B B B")
  })

  it("come as often as they say, and once if they do not", () => {
    expect(ask([{ status: "A", times: 3 }, { status: "B", times: 1 }, "C", "D"], 0, 0, 0, 0, 0, 0)).to.equal(
      "A A A B C D",
    )
    expect(ask([{ error: 503, times: 2 }, { status: "A", times: 2 }, "B"], 0, 0, 0, 0, 0)).to.equal("503 503 A A B")
  })

  for (const [wait, early, due] of [
    [100, 99, 100],
    [1, 0, 1],
  ] as const) {
    it(`come ${wait} ms after the one before was first given, and not ${wait - early} ms earlier`, () => {
      const steps = ["A", { after: wait, status: "B" }, { after: wait, status: "C" }]
      expect(ask(steps, 7, 7 + early, 7 + due, 7 + due + early, 7 + due + due)).to.equal("A A B B C")
      expect(ask(steps.slice(1), early, due, due + early, due + due)).to.equal("unknown B B C")
    })
  }

  it("come neither before their time nor before the one before was given as often as it says", () => {
    const steps = [
      { status: "A", times: 2 },
      { after: 100, status: "B" },
    ]
    expect(ask(steps, 0, 50, 100)).to.equal("A A B")
    expect(ask(steps, 0, 100, 100)).to.equal("A A B")
    expect(ask(steps, 0, 50, 99, 100)).to.equal("A A A B")
  })

  it("are told as text as long as no request has got them", () => {
    const steps = [
      "A",
      ["B", "C"],
      { status: "D", after: 10 },
      { error: 500 },
      { error: "cut" },
      5n,
      { status: { a: 1 } },
    ]
    const timeline = createTimeline<unknown>(steps, () => begun)
    const all = ["A", "B,C", "D", "the error 500", "the error cut", "the answer", "the answer"]
    expect(timeline.left()).to.deep.equal(all)
    timeline.next()
    expect(timeline.left()).to.deep.equal(all.slice(1))
    // The second has its turn, the third waits for its time.
    for (let request = 0; request < 3; request += 1) timeline.next()
    expect(timeline.left()).to.deep.equal(all.slice(2))
  })
})
