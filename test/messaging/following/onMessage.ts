import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
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

  it("can be stopped from within a callback", async () => {
    const messages = [messageAt("RECEIVED", { id: 1 }), messageAt("RECEIVED", { id: 2 })]
    const { client, clock } = createFakeMessaging(messages)
    let calls = 0
    const stop = onMessage(client, watched, () => {
      calls += 1
      stop()
    })
    await clock.advance(5_000)
    expect(calls).to.equal(1)
  })

  it("passes on the error of the caller's own signal or callback", async () => {
    const { client, clock } = createFakeMessaging([messageAt("RECEIVED")])
    const errors: unknown[] = []
    const signal = new AbortController()
    const boom = new Error("from the callback")
    const keep = (error: unknown): void => {
      errors.push(error)
    }
    onMessage(client, { ...watched, signal: signal.signal }, () => undefined, keep)
    onMessage(
      client,
      watched,
      () => {
        throw boom
      },
      keep,
    )
    await clock.advance(500)
    signal.abort()
    await clock.advance(5_000)
    expect(errors[0]).to.equal(boom)
    expect(errors[1]).to.be.instanceOf(AbortedError)
    expect(errors).to.have.length(2)
  })
})
