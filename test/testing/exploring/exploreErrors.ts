import { expect } from "chai"
import { describe, it } from "mocha"

import {
  ExploreStuckError,
  InboundGrowsError,
  ScenarioFailedError,
  ScheduleFailedError,
  type StuckRun,
} from "#src/testing/exploring/exploreErrors.js"
import { followCourse } from "#src/testing/exploring/runSchedule.js"

describe("the errors of explored runs", () => {
  const failed = (part: string, error: unknown) =>
    new ScenarioFailedError({ failure: { in: part as never, error } }).shortMessage

  it("say in one line what failed, and go on where a line says nothing alone", () => {
    expect(failed("scenario", new Error("one\ntwo"))).to.equal("The scenario fails without any fault: one")
    expect(failed("invariant", new Error("Expected: \n  a:\n  b\nc"))).to.contain(": Expected:    a:   b")
    expect(failed("schedule", "text")).to.equal("What the schedule does fails without any fault: text")
    expect(failed("scenario", new Error("a:"))).to.contain(": a:")
  })

  it("repeat the run by its path, with its lines and its places", () => {
    const failure = { in: "invariant", error: new Error("no") } as const
    const run = { failure, lines: ["a()", "b(\u202e)"], seed: 5, path: "abc", places: "Where:" }
    const first = new ScheduleFailedError({ ...run, run: 3 })
    expect(first.facts).to.deep.equal({ run: "number 3", seed: "5", path: "abc" })
    expect(first.message)
      .to.match(/\n\n {4}a\(\)\n {4}b\(.*\)\n\nWhere:$/)
      .and.not.contain("\u202e")
    expect(first.stack).to.contain("    a()")
    expect([first.seed, first.path, first.lines]).to.deep.equal([5, "abc", run.lines])
    expect(new ScheduleFailedError({ ...run, run: undefined }).facts).to.deep.equal({ path: "abc" })
  })

  it("list five of what a run waits for, and its last three lines", () => {
    const count = (number: number) => Array.from({ length: number }, (_, index) => String(index + 1))
    const stuck: StuckRun = {
      ...{ why: "late", timeout: 7, part: "setting back", lines: count(4), atWork: [], unanswered: count(5) },
      ...{ waiting: count(6), faults: ["f"] },
    }
    const { facts, shortMessage, lines } = new ExploreStuckError(stuck)
    expect(Object.values(facts)).to.deep.equal(["none", "1; 2; 3; 4; 5", "1; 2; 3; 4; 5; 1 more", "f", "2; 3; 4"])
    expect(shortMessage).to.equal(
      "The call of world.explore takes more than 7 seconds for one run, in setting the world back.",
    )
    expect(lines).to.have.length(4)
    expect(new ExploreStuckError({ ...stuck, why: "abandoned" }).shortMessage).to.contain("was left behind in setting")
    const growth = [1n, 2n].map((now) => ({ ...{ contract: `c${now}`, before: 1n, now, gasLimit: 9n, messages: 4 } }))
    const grows = new InboundGrowsError({ growth })
    expect([grows.facts["contracts"], grows.growth]).to.deep.equal(["c1; c2", growth])
  })
})

describe("the course of a run", () => {
  it("has the ends of messages and payloads, to the hour, until it is over", () => {
    let now = 0
    const listeners: ((record: object) => void)[] = []
    const listen = (listener: never) => {
      listeners.push(listener)
      return () => void listeners.splice(listeners.indexOf(listener), 1)
    }
    const open = { devnet: { onMessage: listen, gateway: { onPayload: listen } }, clock: { now: () => now } }
    const course = followCourse(open as never)
    const [onMessage, onPayload] = [...listeners]
    const states = ["RECEIVED", "EXECUTING", "EXECUTION_SUCCESS", "EXECUTION_FAILURE", "INBOUND_REVERTING"]
    for (const status of states) onMessage!({ status, outbound: { messageId: "m" } })
    now = 3_599_999
    for (const status of ["FINALIZED", "EXECUTED"]) onPayload!({ status, payloadId: "p" })
    now = 3_600_000
    onPayload!({ status: "PROMISE_RESOLVED", payloadId: "p" })
    expect(course.end().course.split(",")).to.deep.equal([
      ...["EXECUTION_SUCCESS m 0", "EXECUTION_FAILURE m 0", "INBOUND_REVERTING m 0", "EXECUTED p 0"],
      "PROMISE_RESOLVED p 1",
    ])
    expect(listeners).to.deep.equal([])
    const withoutGateway = followCourse({ ...open, devnet: { onMessage: listen } } as never)
    expect([withoutGateway.end().course, listeners]).to.deep.equal(["", []])
  })
})
