import { expect } from "chai"
import { describe, it } from "mocha"

import type { MessageTracker } from "#src/messaging/following/messageTracker.js"
import {
  MessageFailedError,
  messagesLateError,
  NothingToFollowError,
  SeveralMessagesError,
} from "#src/messaging/following/trackingErrors.js"
import { SourcesDisagreeError } from "#src/messaging/reading/SourcesDisagreeError.js"
import { renderError } from "#src/primitives/PlugsError.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const plug = `0x${"1".repeat(40)}`
const hash = bytes32(5)

const message = (id: number, status = "SEALED", more: object = {}) => ({
  ...{ messageId: bytes32(id), status, from: { srcChainSlug: 7 }, outboundTx: hash, inboundTx: null },
  ...{ to: { dstChainSlug: 8, destPlug: plug }, executionDetails: { inboundStatus: "NOT_TRIED" }, ...more },
})
const step = (id: number, state: string) => ({ messageId: bytes32(id), state, inState: 0 })

const trackerOf = (messages: object[], history: object[] = [], others: string[] = []) =>
  ({ things: () => messages, history, others: () => others }) as unknown as MessageTracker

/** What a task says to do about an error. */
const nextInTask = (error: Parameters<typeof renderError>[0]) => {
  const itself = (name: string): string => name
  const naming = { reader: "task", argument: itself, helper: itself, chain: String, address: itself } as const
  return renderError(error, naming).next
}

describe("the errors of messages that do not arrive in time", () => {
  const late = (tracker: MessageTracker, more: object = {}) =>
    messagesLateError({
      ...{ subject: { srcChainSlug: 7, srcTxHash: hash }, until: undefined, waited: 5_000, tracker },
      ...{ lastError: undefined, ...more },
    })
  const seen = [step(1, "SEALED")]

  it("say how much is missing, and of which state", () => {
    const says = (messages: object[], more: object = {}) => late(trackerOf(messages, seen), more).shortMessage
    expect(says([message(1)])).to.match(/^The message has not arrived within /)
    expect(says([message(1), message(2)])).to.match(/^Not all of the 2 messages arrived within /)
    expect(says([message(1)], { until: "PROPOSED" })).to.match(/^The message has not reached PROPOSED within /)
    expect(late(trackerOf([])).shortMessage).to.match(/^No message was seen within /)
  })

  it("have the history of each message, of ten at most, and what only the chains do not show", () => {
    const facts = (count: number, more: object = {}) =>
      late(
        trackerOf(
          Array.from({ length: count }, (_, index) => message(index)),
          [step(0, "SEALED"), step(1, "RECEIVED")],
        ),
        more,
      ).facts
    expect(facts(1)).to.include({ history: "SEALED" }).and.not.have.property("and others")
    const two = facts(2)
    expect([two[`history of ${bytes32(0)}`], two[`history of ${bytes32(1)}`]]).to.deep.equal(["SEALED", "RECEIVED"])
    expect(facts(10)).to.not.have.property("and others")
    expect(facts(12)).to.include({ "and others": "2" })
    expect(facts(1)).to.not.have.property("not visible on a chain")
    expect(facts(1, { source: { sourceName: "the chains", passes: [] } })).to.have.property("not visible on a chain")
  })

  it("are explained by the transaction, and the message where it is followed alone", () => {
    const asked = `npx hardhat messaging explain ${hash} --from 7`
    const why = (more: object = {}) => nextInTask(late(trackerOf([message(1)], seen), more))
    const again = "It may still arrive. Wait again, with a longer timeout. To find out why: "
    expect(why()).to.equal(`${again}${asked}`)
    const subject = { srcChainSlug: 7, srcTxHash: hash, messageId: bytes32(1) }
    expect(why({ subject })).to.equal(`${again}${asked} --message-id ${bytes32(1)}`)
    const facts = { "source chain": "7", transaction: hash }
    const { facts: one } = late(trackerOf([message(1)], seen), { subject })
    expect(one).to.include({ ...facts, message: bytes32(1), history: "SEALED" })
    expect(late(trackerOf([message(1)], seen)).facts)
      .to.include(facts)
      .and.not.have.property("message")
  })

  it("are that of sources that disagree, where they did last", () => {
    const names = { delivered: "the messaging API", notDelivered: "the node of beta" }
    const lastError = new SourcesDisagreeError({ messageId: bytes32(1), ...names })
    expect(late(trackerOf([message(1)], seen), { lastError })).to.equal(lastError)
  })

  it("advise by what was seen last", () => {
    const next = (...given: Parameters<typeof trackerOf>) => String(late(trackerOf(...given)).next)
    expect(next([], [], [bytes32(3)])).to.contain(`the transaction sent ${bytes32(3)}`)
    expect(next([message(1)], seen, [bytes32(3)])).to.contain("It may still arrive")
    expect(next([])).to.contain("is the chain of the transaction")
    expect(next([message(1)], [step(1, "SEALED"), step(1, "INBOUND_REVERTING")])).to.contain(
      "inbound of the destination plug reverts",
    )
    expect(next([message(1)], [step(1, "INBOUND_REVERTING"), step(1, "SEALED")])).to.contain("It may still arrive")
  })
})

describe("the errors of messages that were not delivered", () => {
  it("are explained by the message where it is one, and by the transaction where they are several", () => {
    const failed = [1, 2].map((id) => message(id, "EXECUTION_FAILURE"))
    const why = (messages: object[]) => nextInTask(new MessageFailedError(trackerOf(messages)))
    const asked = `npx hardhat messaging explain ${hash} --from 7`
    const again = "It is not tried again by itself. To find out why: "
    expect(why(failed.slice(1))).to.equal(`${again}${asked} --message-id ${bytes32(2)}`)
    expect(why([message(3, "EXECUTION_SUCCESS"), ...failed.slice(1)])).to.equal(
      `${again}${asked} --message-id ${bytes32(2)}`,
    )
    expect(why(failed)).to.equal(`${again}${asked}`)
    const [one, several] = [failed.slice(0, 1), failed].map((all) => new MessageFailedError(trackerOf(all)).facts)
    const place = { "source chain": "7", transaction: hash }
    expect(one).to.deep.equal({
      ...{ ...place, message: bytes32(1), destination: `plug ${plug} on chain 8`, "last state": "EXECUTION_FAILURE" },
      ...{ "inbound status": "NOT_TRIED", history: "never seen" },
    })
    expect(several).to.deep.equal({
      ...place,
      ...Object.fromEntries([1, 2].map((id) => [`history of ${bytes32(id)}`, "never seen"])),
    })
  })

  it("have those that failed alone, with where one of them was to arrive", () => {
    const failed = message(1, "EXECUTION_FAILURE", { inboundTx: bytes32(6) })
    const one = new MessageFailedError(trackerOf([failed]))
    expect(one.shortMessage).to.equal("The message was not delivered and will not be retried.")
    expect(one.facts).to.include({
      message: bytes32(1),
      "last state": "EXECUTION_FAILURE",
      "inbound transaction": bytes32(6),
    })
    expect(one.lastState).to.equal("EXECUTION_FAILURE")
    expect(new MessageFailedError(trackerOf([message(1, "EXECUTION_FAILURE")])).facts).to.not.have.property(
      "inbound transaction",
    )
    const some = new MessageFailedError(
      trackerOf([failed, message(2, "EXECUTION_SUCCESS"), message(3, "EXECUTION_FAILURE")]),
    )
    expect(some.shortMessage).to.equal("2 of 3 messages were not delivered and will not be retried.")
    expect(some.failed.map(({ messageId }) => messageId)).to.deep.equal([bytes32(1), bytes32(3)])
    expect(some.facts).to.not.have.property("message")
  })

  it("tell what sent nothing from what reverted, and name several", () => {
    expect(new NothingToFollowError(hash).shortMessage).to.match(/the transaction sent no message\.$/)
    const reverted = new NothingToFollowError(hash, { status: "reverted" })
    expect([reverted.shortMessage, String(reverted.next)].join())
      .to.contain("reverted, so")
      .and.contain("Fix what reverts")
    const several = new SeveralMessagesError({ srcTxHash: hash, messageIds: [bytes32(1), bytes32(2)] })
    expect([several.shortMessage, several.facts["messages"]]).to.deep.equal([
      ...["The transaction sent 2 messages.", `${bytes32(1)}, ${bytes32(2)}`],
    ])
  })
})
