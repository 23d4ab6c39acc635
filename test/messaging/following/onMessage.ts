import { expect } from "chai"
import { describe, it } from "mocha"

import { MessageFailedError } from "#src/messaging/following/trackingErrors.js"
import { onMessage } from "#src/messaging/following/watchMessages.js"
import { createFakeMessaging } from "#test/fixtures/servers/messagingApi.js"
import { messageAt } from "#test/fixtures/wire/messages.js"
import { watched } from "#test/fixtures/worlds/messaging/watchMessaging.js"

describe("onMessage", () => {
  it("calls back for every change, and with the failure at the end", async () => {
    const { client, clock } = createFakeMessaging([messageAt("RECEIVED")], [messageAt("EXECUTION_FAILURE")])
    const calls: unknown[] = []
    onMessage(
      client,
      watched,
      ({ state }) => calls.push(state),
      (error) => calls.push(error),
    )
    await clock.advance(5_000)
    expect(calls.slice(0, 2)).to.deep.equal(["RECEIVED", "EXECUTION_FAILURE"])
    expect(calls[2]).to.be.instanceOf(MessageFailedError)
    expect(calls).to.have.length(3)
  })

  it("neither calls back nor polls after it was stopped", async () => {
    const { client, clock, requests } = createFakeMessaging([messageAt("RECEIVED")], [messageAt("SEALED")])
    const calls: unknown[] = []
    const stop = onMessage(
      client,
      watched,
      ({ state }) => calls.push(state),
      (error) => calls.push(error),
    )
    await clock.advance(500)
    stop()
    await clock.advance(60_000)
    expect(calls).to.deep.equal(["RECEIVED"])
    expect(requests).to.have.length(1)
  })
})
