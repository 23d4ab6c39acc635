import { expect } from "chai"
import { describe, it } from "mocha"

import { MessageFailedError } from "#src/messaging/following/trackingErrors.js"
import { waitForMessages } from "#src/messaging/following/watchMessages.js"
import { createFakeMessaging, rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32, messageAt, srcTxHash } from "#test/fixtures/wire/messages.js"

const waited = { srcChainSlug: 41001, srcTxHash, minInterval: 1_000, maxInterval: 1_000, timeout: 60_000 }

describe("waitForMessages", () => {
  it("leaves out a message that a reorg dropped", async () => {
    const { client, clock } = createFakeMessaging(
      [messageAt("RECEIVED", { id: 1 })],
      [messageAt("EXECUTION_SUCCESS", { id: 2 })],
    )
    const messages = await clock.run(waitForMessages(client, waited))
    expect(messages.map(({ messageId }) => messageId)).to.deep.equal([bytes32(2)])
  })

  it("rejects with those that failed, once all are final", async () => {
    const { client, clock } = createFakeMessaging([
      messageAt("EXECUTION_SUCCESS", { id: 1 }),
      messageAt("EXECUTION_FAILURE", { id: 2 }),
    ])
    const error = await clock.run(rejection(waitForMessages(client, waited)))
    expect(error).to.be.instanceOf(MessageFailedError)
    expect((error as MessageFailedError).failed.map(({ messageId }) => messageId)).to.deep.equal([bytes32(2)])
  })
})
