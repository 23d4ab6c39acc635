import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { createMessageTracker } from "#src/messaging/following/messageTracker.js"
import { compareStates, inboundStates, isFinal, messageStates } from "#src/messaging/states.js"
import type { Message } from "#src/messaging/types.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"

/** Passes one answer a second to a tracker, and describes the steps it reports. */
function report(
  answers: readonly (readonly Message[])[],
  options: Parameters<typeof createMessageTracker>[0] = {},
): string[] {
  const tracker = createMessageTracker(options)
  return answers.flatMap((answer, second) =>
    tracker.observe(answer, second * 1_000).map((step) => {
      const name = step.messageId === bytes32(1) ? "" : ` of ${Number(step.messageId)}`
      return `${step.kind} ${step.state}/${step.inboundStatus}${name} after ${step.inState}`
    }),
  )
}

describe("createMessageTracker", () => {
  it("reports each state once, with the time spent in the one before", () => {
    const answers = [
      [],
      [messageAt("RECEIVED")],
      [messageAt("RECEIVED")],
      [messageAt("SEALED")],
      [messageAt("SEALED")],
      [messageAt("EXECUTION_SUCCESS", { inboundStatus: "SUCCESS" })],
    ]
    expect(report(answers)).to.deep.equal([
      "state RECEIVED/NOT_TRIED after 0",
      "state SEALED/NOT_TRIED after 2000",
      "state EXECUTION_SUCCESS/SUCCESS after 2000",
    ])
  })

  it("reports a change of the inbound status alone", () => {
    const answers = [
      [messageAt("EXECUTING")],
      [messageAt("EXECUTING", { inboundStatus: "EXECUTING" })],
      [messageAt("EXECUTING", { inboundStatus: "REVERTING" })],
    ]
    expect(report(answers)).to.deep.equal([
      "state EXECUTING/NOT_TRIED after 0",
      "state EXECUTING/EXECUTING after 1000",
      "state EXECUTING/REVERTING after 1000",
    ])
  })

  it("does not take alternating between reverting and executing for a step back", () => {
    const reverting = [messageAt("INBOUND_REVERTING", { inboundStatus: "REVERTING" })]
    const executing = [messageAt("EXECUTING", { inboundStatus: "EXECUTING" })]
    const delivered = [messageAt("EXECUTION_SUCCESS", { inboundStatus: "SUCCESS" })]
    expect(report([executing, reverting, executing, reverting, executing, delivered])).to.deep.equal([
      "state EXECUTING/EXECUTING after 0",
      "state INBOUND_REVERTING/REVERTING after 1000",
      "state EXECUTING/EXECUTING after 1000",
      "state INBOUND_REVERTING/REVERTING after 1000",
      "state EXECUTING/EXECUTING after 1000",
      "state EXECUTION_SUCCESS/SUCCESS after 1000",
    ])
  })

  it("reports a step back as a reorg, even after an unknown state, and continues from there", () => {
    const states = ["VERIFIED", "NEWER", "PROPOSED", "ATTESTED"]
    expect(report(states.map((state) => [messageAt(state)]))).to.deep.equal([
      "state VERIFIED/NOT_TRIED after 0",
      "state NEWER/NOT_TRIED after 1000",
      "reorg PROPOSED/NOT_TRIED after 1000",
      "state ATTESTED/NOT_TRIED after 1000",
    ])
  })

  it("reports an inbound status that goes back as a reorg", () => {
    const answers = [[messageAt("EXECUTING", { inboundStatus: "SUCCESS" })], [messageAt("EXECUTING")]]
    expect(report(answers)[1]).to.equal("reorg EXECUTING/NOT_TRIED after 1000")
  })

  it("is over when a reorg gave the message another id and that one has arrived", () => {
    const tracker = createMessageTracker({})
    tracker.observe([messageAt("SEALED", { id: 1 })], 0)
    tracker.observe([messageAt("RECEIVED", { id: 2 })], 1)
    expect(tracker.isOver()).to.equal(false)
    tracker.observe([messageAt("EXECUTION_SUCCESS", { id: 2 })], 2)
    expect(tracker.isOver()).to.equal(true)
    expect(tracker.things().map(({ messageId }) => messageId)).to.deep.equal([bytes32(2)])
  })

  it("is not over when a reorg replaced a message that had arrived with a new one", () => {
    const tracker = createMessageTracker({})
    tracker.observe([messageAt("EXECUTION_SUCCESS", { id: 1 })], 0)
    tracker.observe([messageAt("RECEIVED", { id: 2 })], 1)
    expect(tracker.isOver()).to.equal(false)
  })

  it("follows one message alone and lists the others", () => {
    const options = { messageId: bytes32(2) }
    const answers = [[messageAt("RECEIVED", { id: 1 }), messageAt("SEALED", { id: 2 })]]
    expect(report(answers, options)).to.deep.equal(["state SEALED/NOT_TRIED of 2 after 0"])
    const tracker = createMessageTracker(options)
    tracker.observe([messageAt("EXECUTION_SUCCESS", { id: 1 })], 0)
    expect(tracker.isOver()).to.equal(false)
    expect(tracker.others()).to.deep.equal([bytes32(1)])
  })

  it("is over once `until` is reached or passed", () => {
    for (const [state, isOver] of [
      ["PROPOSED", false],
      ["CONFIRMED", false],
      ["ATTESTED", true],
      ["INBOUND_REVERTING", true],
      ["EXECUTION_FAILURE", true],
      ["NEWER", false],
    ] as const) {
      const tracker = createMessageTracker({ until: "ATTESTED" })
      tracker.observe([messageAt(state)], 0)
      expect(tracker.isOver(), state).to.equal(isOver)
    }
  })

  it("never reports the same change twice in a row, nor a step back as a state, whatever the API answers", () => {
    const status = fc.constantFrom(...Object.keys(messageStates), "NEWER")
    const inboundStatus = fc.constantFrom(...Object.keys(inboundStates), "NEWER")
    const message = fc
      .record({ status, inboundStatus, id: fc.integer({ min: 1, max: 3 }) })
      .map(({ status: state, ...options }) => messageAt(state, options))
    const answer = fc.uniqueArray(message, { selector: ({ messageId }) => messageId })
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 20 }), (answers) => {
        const tracker = createMessageTracker({})
        answers.forEach((messages, at) => tracker.observe(messages, at))
        for (const id of [1, 2, 3].map(bytes32)) {
          const steps = tracker.history.filter((step) => step.messageId === id)
          steps.slice(1).forEach((step, index) => {
            const before = steps[index]!
            expect(isFinal(before.state), "nothing follows a final state").to.equal(false)
            expect([step.state, step.inboundStatus]).to.not.deep.equal([before.state, before.inboundStatus])
            expect(step.previousState).to.equal(before.state)
            expect(step.inState).to.equal(step.at - before.at)
            if (step.kind === "state") expect(compareStates(step.state, before.state)).to.be.at.least(0)
          })
        }
        const latest = answers.at(-1) ?? []
        if (
          latest.some(
            (seen) =>
              !tracker.things().some(({ messageId, status: known }) => messageId === seen.messageId && isFinal(known)),
          )
        ) {
          expect(tracker.isOver()).to.equal(false)
        }
      }),
    )
  })
})
