import { expect } from "chai"
import { describe, it } from "mocha"

import { watchMessage } from "#src/messaging/following/watchMessages.js"
import { collect, createFakeMessaging } from "#test/fixtures/servers/messagingApi.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"
import { watched } from "#test/fixtures/worlds/messaging/watchMessaging.js"

describe("watchMessage", () => {
  const answers = [
    [messageAt("RECEIVED", { id: 1 }), messageAt("RECEIVED", { id: 0xabc })],
    [messageAt("RECEIVED", { id: 1 }), messageAt("EXECUTION_SUCCESS", { id: 0xabc })],
    [messageAt("EXECUTION_SUCCESS", { id: 1 }), messageAt("EXECUTION_SUCCESS", { id: 0xabc })],
  ]

  it("follows one of several messages alone, whatever the case of its id", async () => {
    const { client, clock, requests } = createFakeMessaging(...answers)
    const messageId = bytes32(0xabc).toUpperCase().replace("0X", "0x") as `0x${string}`
    const { items } = await clock.run(collect(watchMessage(client, { ...watched, messageId })))
    expect(items.map(({ state }) => state)).to.deep.equal(["RECEIVED", "EXECUTION_SUCCESS"])
    expect(requests, "it does not wait for the other").to.have.length(2)
  })

  it("follows all messages if none is chosen", async () => {
    const { client, clock } = createFakeMessaging(...answers)
    const { items } = await clock.run(collect(watchMessage(client, watched)))
    expect(items).to.have.length(4)
  })

  it("refuses an invalid message id", async () => {
    const { client } = createFakeMessaging(...answers)
    const { error } = await collect(watchMessage(client, { ...watched, messageId: "0x12" }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "messageId" })
  })
})
