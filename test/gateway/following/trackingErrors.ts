import { expect } from "chai"
import { describe, it } from "mocha"

import { createTimeoutTracker, createTransactionTracker } from "#src/gateway/following/trackers.js"
import {
  timeoutsLateError,
  transactionLateError,
  TransactionRevertingError,
} from "#src/gateway/following/trackingErrors.js"
import { requestsSchema, timeoutSchema } from "#src/gateway/wire/schemas.js"
import { payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

type Answer = readonly Record<string, unknown>[]

/** A tracker that has seen these answers, a second apart. */
function trackerOf(...answers: readonly Answer[]) {
  const tracker = createTransactionTracker()
  for (const [index, answer] of answers.entries()) tracker.observe(requestsSchema.parse(answer), index * 1_000)
  return tracker
}
const reverting = (count: number, more: Record<string, unknown> = {}): Answer => [
  requestAt(
    "REVERTING",
    Array.from({ length: count }, (_, index) =>
      payloadAt("FINALIZED", { id: index + 1, executeRevert: `low ${index + 1}`, ...more }),
    ),
  ),
]

describe("TransactionRevertingError", () => {
  const errorOf = (answer: Answer, waited?: number) =>
    new TransactionRevertingError({ txHash, tracker: trackerOf(answer), ...(waited === undefined ? {} : { waited }) })

  it("says how many payloads revert, for how long, and whether they are tried again", () => {
    expect(errorOf(reverting(1)).shortMessage).to.equal("A payload reverts.")
    expect(errorOf(reverting(2), 90_000).shortMessage).to.equal(
      "2 payloads revert and did not recover within 1 min 30 s.",
    )
    expect(errorOf(reverting(1, { isGivenUp: true }), 90_000).shortMessage).to.equal(
      "A payload reverts, and its tries are over.",
    )
    expect(errorOf(reverting(2, { isGivenUp: true })).shortMessage).to.equal(
      "2 payloads revert, and their tries are over.",
    )
  })

  it("advises what fits: to send it again, to fix the callback, or the call", () => {
    const callback = [requestAt("REVERTING", [payloadAt("EXECUTED", { callbackRevert: "late" })])]
    const nexts = [reverting(1, { isGivenUp: true }), callback, reverting(1)].map(
      (answer) => errorOf(answer).next ?? "",
    )
    expect(nexts[0]).to.contain("send the transaction again")
    expect(nexts[1]).to.contain("callback")
    expect(nexts[2]).not.to.contain("callback").and.not.to.contain("send the transaction again")
  })

  it("has five reasons and histories, and counts the others", () => {
    const { facts } = errorOf(reverting(5))
    expect(facts).to.include({ transaction: txHash, "last state": "REVERTING" })
    expect(facts[`payload ${bytes32(5)}`])
      .to.contain("WRITE on ")
      .and.to.contain("low 5")
    expect(facts[`history of ${bytes32(5)}`]).to.contain("FINALIZED")
    expect(Object.keys(facts).filter((name) => name.startsWith("other"))).to.deep.equal([])
    const many = errorOf(reverting(7)).facts
    expect(many).to.include({ "other reverts": "2", "other payloads": "2" })
    expect(many[`payload ${bytes32(6)}`]).to.equal(undefined)
  })

  it("says that the API gives no reason where it gives none", () => {
    const silent = [requestAt("REVERTING", [payloadAt("FINALIZED")])]
    expect(errorOf(silent).facts).to.include({ reason: "the API gives none" })
  })
})

describe("transactionLateError", () => {
  const late = (answers: readonly Answer[], until?: "EXECUTED") =>
    transactionLateError({
      txHash,
      waited: 60_000,
      tracker: trackerOf(...answers),
      lastError: undefined,
      until,
    })

  it("tells what was never seen, has vanished, or is under way", () => {
    const open = [requestAt("IN_PROGRESS", [payloadAt("FINALIZED")])]
    const [never, vanished, under, goal] = [late([[]]), late([open, []]), late([open]), late([open], "EXECUTED")]
    expect(never.shortMessage).to.contain("No request was seen")
    expect(vanished.shortMessage).to.contain("vanished")
    expect(under.shortMessage).to.contain("has not completed")
    expect(goal.shortMessage).to.contain("EXECUTED")
    expect(never.next).to.contain("async")
    expect(vanished.next).to.contain("still mined")
    expect(under.next).to.contain("timeout")
    expect(under.facts).to.include({ transaction: txHash, "last state": "IN_PROGRESS" })
    expect(under.facts[`history of ${bytes32(1)}`]).to.contain("FINALIZED")
  })
})

describe("timeoutsLateError", () => {
  const wire = (id: number, more: object = {}) =>
    timeoutSchema.parse({
      timeoutId: bytes32(id),
      status: "ADDED_TO_QUEUE",
      executeAt: 1_000,
      isResolved: false,
      ...more,
    })
  const late = (
    answers: readonly (readonly ReturnType<typeof wire>[])[],
    query: Record<string, string | undefined> = {},
  ) => {
    const tracker = createTimeoutTracker()
    for (const [index, answer] of answers.entries()) tracker.observe(answer, index * 1_000)
    return timeoutsLateError({ query, waited: 60_000, steps: tracker.history, lastError: undefined })
  }

  it("tells what was never seen, has vanished, reverts, or has not run", () => {
    const reverts = wire(1, { revertString: "too low" })
    const [never, vanished, open, failing] = [late([[]]), late([[wire(1)], []]), late([[wire(1)]]), late([[reverts]])]
    expect(never.shortMessage).to.contain("No timeout was seen")
    expect(never.next).to.contain("scheduled something")
    expect(vanished.shortMessage).to.contain("vanished")
    expect(vanished.next).to.contain("still mined")
    expect(vanished.facts["due"]).to.equal(undefined)
    expect(open.shortMessage).to.contain("has not run")
    expect(open.facts).to.include({ due: "1970-01-01T00:16:40.000Z", "last state": "ADDED_TO_QUEUE" })
    expect(open.next).to.contain("due")
    expect(failing.facts).to.include({ reverts: "too low" })
    expect(failing.next).to.contain("reverts")
  })

  it("is about the last that is open, and not about one that has run", () => {
    const ran = wire(2, { isResolved: true, status: "RESOLVED", executeAt: 2_000 })
    const { facts } = late([
      [wire(1), ran],
      [wire(1), ran, wire(3, { executeAt: 3_000 })],
    ])
    expect(facts["due"]).to.equal("1970-01-01T00:50:00.000Z")
    // One that is there says more than one that has vanished.
    expect(late([[wire(1), wire(3, { executeAt: 3_000 })], [wire(1)]]).facts["due"]).to.equal(
      "1970-01-01T00:16:40.000Z",
    )
  })

  it("names what was asked for", () => {
    const query = { txHash, timeoutId: bytes32(7), target: bytes32(8) }
    const { facts } = late([[]], query)
    expect(facts).to.include({ "scheduled by": txHash, timeout: bytes32(7), target: bytes32(8) })
  })
})
