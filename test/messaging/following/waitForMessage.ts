import { expect } from "chai"
import { describe, it } from "mocha"

import { SeveralMessagesError } from "#src/messaging/following/trackingErrors.js"
import { waitForMessage } from "#src/messaging/following/watchMessages.js"
import type { Message } from "#src/messaging/types.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeMessaging, notFound, rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32, messageAt, srcTxHash } from "#test/fixtures/wire/messages.js"

const waited = { srcChainSlug: 41001, srcTxHash, minInterval: 1_000, maxInterval: 1_000, timeout: 60_000 }
const first = (state: Message["status"]): Message => messageAt(state, { id: 1 })
const second = (state: Message["status"]): Message => messageAt(state, { id: 2 })

describe("waitForMessage", () => {
  it("returns the message when it has reached `until`", async () => {
    const { client, clock } = createFakeMessaging(
      [first("RECEIVED")],
      [first("ATTESTED")],
      [first("EXECUTION_SUCCESS")],
    )
    const message = await clock.run(waitForMessage(client, { ...waited, until: "SEALED" }))
    expect(message.status).to.equal("ATTESTED")
  })

  it("lists the ids at once if there are several and none was chosen", async () => {
    const { client, clock, requests } = createFakeMessaging([first("RECEIVED"), second("RECEIVED")])
    const error = await clock.run(rejection(waitForMessage(client, waited)))
    expect(error).to.be.instanceOf(SeveralMessagesError)
    expect((error as SeveralMessagesError).messageIds).to.deep.equal([bytes32(1), bytes32(2)])
    expect(requests).to.have.length(1)
  })

  it("lists the known messages if the chosen one never appears", async () => {
    const { client, clock } = createFakeMessaging([first("EXECUTION_SUCCESS"), second("RECEIVED")])
    const error = await clock.run(rejection(waitForMessage(client, { ...waited, messageId: bytes32(3) })))
    expect(error).to.be.instanceOf(DeadlinePassedError)
    expect((error as DeadlinePassedError).next)
      .to.contain(bytes32(1))
      .and.to.contain(bytes32(2))
  })

  it("tells that nothing was seen from what has not arrived, when its time is over", async () => {
    const lateAfter = async (...answers: Parameters<typeof createFakeMessaging>) => {
      const { client, clock } = createFakeMessaging(...answers)
      const error = await clock.run(failure(waitForMessage(client, waited)))
      expect(error.code).to.equal("DEADLINE_PASSED")
      return error.shortMessage.includes("No message was seen")
    }
    expect(await lateAfter(notFound())).to.equal(true)
    expect(await lateAfter([first("SEALED")])).to.equal(false)
  })

  it("does not count a message twice if a reorg gave it another id", async () => {
    const { client, clock } = createFakeMessaging(
      [first("SEALED")],
      [second("RECEIVED")],
      [second("EXECUTION_SUCCESS")],
    )
    expect((await clock.run(waitForMessage(client, waited))).messageId).to.equal(bytes32(2))
  })
})
