import { expect } from "chai"
import { it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { watchMessages } from "#src/messaging/following/watchMessages.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { connectionRefused, json } from "#test/fixtures/servers/fakeFetch.js"
import { collect, createFakeMessaging, notFound } from "#test/fixtures/servers/messagingApi.js"
import { messageAt, srcTxHash } from "#test/fixtures/wire/messages.js"
import { delivered, statesOf, watched } from "#test/fixtures/worlds/messaging/watchMessaging.js"

describe("watchMessages, when the API fails, time runs out or the caller aborts", () => {
  it("ends at its deadline with the last state and the history", async () => {
    const { client, clock } = createFakeMessaging([messageAt("RECEIVED")], [messageAt("SEALED")])
    const started = clock.now()
    const { items, error } = await clock.run(collect(watchMessages(client, watched)))
    expect(clock.now() - started).to.equal(60_000)
    expect(error).to.be.instanceOf(DeadlinePassedError)
    const late = error as DeadlinePassedError
    expect(late.lastState).to.equal("SEALED")
    expect(late.history).to.deep.equal(items)
    expect(late.facts["history"]).to.equal("RECEIVED (1 s) → SEALED")
    expect(late.facts["last error"]).to.equal(undefined)
  })

  it("has a default deadline", async () => {
    const { client, clock } = createFakeMessaging(notFound())
    const started = clock.now()
    const { error } = await clock.run(collect(watchMessages(client, { srcChainSlug: 41001, srcTxHash })))
    expect(error).to.be.instanceOf(DeadlinePassedError)
    expect((error as DeadlinePassedError).lastState).to.equal(undefined)
    expect(clock.now() - started).to.equal(30 * 60_000)
  })

  it("survives a server that restarts, and reports it while it lasts", async () => {
    const busy = json({ message: "starting" }, { status: 503 })
    const { client, clock } = createFakeMessaging([messageAt("RECEIVED")], connectionRefused(), busy, [delivered])
    const reported: unknown[] = []
    const onTrouble = (error: unknown) => reported.push(isPlugsError(error) ? error.code : error)
    const { items, error } = await clock.run(collect(watchMessages(client, { ...watched, onTrouble })))
    expect(error).to.equal(undefined)
    expect(statesOf(items)).to.deep.equal(["RECEIVED", "EXECUTION_SUCCESS"])
    expect([reported[0], reported.at(-1)]).to.deep.equal(["UNREACHABLE", undefined])
  })

  it("names the last error at its deadline", async () => {
    const { client, clock } = createFakeMessaging([messageAt("RECEIVED")], connectionRefused())
    const { error } = await clock.run(collect(watchMessages(client, watched)))
    expect(error).to.be.instanceOf(DeadlinePassedError)
    expect((error as DeadlinePassedError).facts["last error"]).to.match(/^UNREACHABLE: /)
    expect((error as Error).cause).to.satisfy(isPlugsError)
  })

  it("forgets an error that passed", async () => {
    const { client, clock } = createFakeMessaging(connectionRefused(), [messageAt("RECEIVED")])
    const { error } = await clock.run(collect(watchMessages(client, watched)))
    expect((error as DeadlinePassedError).facts["last error"]).to.equal(undefined)
  })

  it("ends at once on its signal, in the middle of a wait and of a request that hangs", async () => {
    for (const hangs of [false, true]) {
      const answer = hangs ? () => new Promise<Response>(() => undefined) : [messageAt("RECEIVED")]
      const { client, clock } = createFakeMessaging(answer)
      const stop = new AbortController()
      const watch = collect(watchMessages(client, { ...watched, signal: stop.signal }))
      await clock.advance(1_500)
      stop.abort()
      const { error } = await watch
      expect(error, String(hangs)).to.be.instanceOf(AbortedError)
      expect(clock.sleepers, "nothing is left behind").to.equal(0)
    }
  })
})
