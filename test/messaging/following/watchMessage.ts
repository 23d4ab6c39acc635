import { expect } from "chai"
import { describe, it } from "mocha"

import { watchMessage } from "../../../src/messaging/following/watchMessage.js"
import { bytes32, messageAt, srcTxHash } from "../../fixtures/wire/messages.js"
import { collect, createFakeMessaging } from "../../fixtures/servers/messagingApi.js"

const watched = { srcChainSlug: 41001, srcTxHash, minInterval: 1_000, maxInterval: 1_000, timeout: 60_000 }

describe("watchMessage", () => {
  const looks = [
    [messageAt("RECEIVED", { id: 1 }), messageAt("RECEIVED", { id: 0xabc })],
    [messageAt("RECEIVED", { id: 1 }), messageAt("EXECUTION_SUCCESS", { id: 0xabc })],
    [messageAt("EXECUTION_SUCCESS", { id: 1 }), messageAt("EXECUTION_SUCCESS", { id: 0xabc })],
  ]

  it("follows one message of several alone, in any case of its id", async () => {
    const { client, clock, requests } = createFakeMessaging(...looks)
    const messageId = bytes32(0xabc).toUpperCase().replace("0X", "0x") as `0x${string}`
    const { items } = await clock.run(collect(watchMessage(client, { ...watched, messageId })))
    expect(items.map(({ state }) => state)).to.deep.equal(["RECEIVED", "EXECUTION_SUCCESS"])
    expect(requests, "it does not wait for the other").to.have.length(2)
  })

  it("follows them all when it isn't told which", async () => {
    const { client, clock } = createFakeMessaging(...looks)
    const { items } = await clock.run(collect(watchMessage(client, watched)))
    expect(items).to.have.length(4)
  })

  it("refuses what is not a message id", async () => {
    const { client } = createFakeMessaging(...looks)
    const { error } = await collect(watchMessage(client, { ...watched, messageId: "0x12" }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "messageId" })
  })
})
