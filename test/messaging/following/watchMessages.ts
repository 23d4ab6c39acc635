import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { AbortedError, MalformedResponseError } from "../../../src/http/errors.js"
import type { MessageStep } from "../../../src/messaging/following/messageTracker.js"
import { ApiKeyRefusedError } from "../../../src/messaging/requestErrors.js"
import { messageStates } from "../../../src/messaging/states.js"
import { MessageFailedError } from "../../../src/messaging/following/trackingErrors.js"
import { DeadlinePassedError } from "../../../src/tracking/DeadlinePassedError.js"
import { watchMessages } from "../../../src/messaging/following/watchMessages.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { connectionRefused, json } from "../../fixtures/servers/fakeFetch.js"
import { bytes32, messageAt, srcTxHash } from "../../fixtures/wire/messages.js"
import { collect, createFakeMessaging, notFound } from "../../fixtures/servers/messagingApi.js"

const delivered = messageAt("EXECUTION_SUCCESS", { inboundStatus: "SUCCESS" })
const watched = { srcChainSlug: 41001, srcTxHash, minInterval: 1_000, maxInterval: 1_000, timeout: 60_000 }

function statesOf(steps: readonly MessageStep[]): string[] {
  return steps.map(({ kind, state }) => (kind === "reorg" ? `reorg ${state}` : state))
}

describe("watchMessages", () => {
  it("yields every state once, from unknown to delivered, and ends", async () => {
    const states = ["RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING"] as const
    const answers = states.flatMap((state) => [[messageAt(state)], [messageAt(state)]])
    const { client, clock } = createFakeMessaging(notFound(), [], ...answers, [delivered])
    const { items, error } = await clock.run(collect(watchMessages(client, watched)))
    expect(error).to.equal(undefined)
    expect(statesOf(items)).to.deep.equal([...states, "EXECUTION_SUCCESS"])
    expect(items.map(({ inState }) => inState)).to.deep.equal([0, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000])
  })

  it("goes on while inbound reverts, and succeeds if it recovers", async () => {
    const reverting = messageAt("INBOUND_REVERTING", { inboundStatus: "REVERTING" })
    const executing = messageAt("EXECUTING", { inboundStatus: "EXECUTING" })
    const { client, clock } = createFakeMessaging([executing], [reverting], [executing], [delivered])
    const { items, error } = await clock.run(collect(watchMessages(client, watched)))
    expect(error).to.equal(undefined)
    expect(statesOf(items)).to.deep.equal(["EXECUTING", "INBOUND_REVERTING", "EXECUTING", "EXECUTION_SUCCESS"])
  })

  it("ends with the failure, its history and its place if inbound never recovers", async () => {
    const reverting = messageAt("INBOUND_REVERTING", { inboundStatus: "REVERTING" })
    const failed = messageAt("EXECUTION_FAILURE", { inboundStatus: "REVERTING" })
    const { client, clock, requests } = createFakeMessaging([reverting], [failed])
    const { items, error } = await clock.run(collect(watchMessages(client, watched)))
    expect(statesOf(items)).to.deep.equal(["INBOUND_REVERTING", "EXECUTION_FAILURE"])
    expect(error).to.be.instanceOf(MessageFailedError)
    const failure = error as MessageFailedError
    expect(failure.code).to.equal("MESSAGE_FAILED")
    expect(failure.lastState).to.equal("EXECUTION_FAILURE")
    expect(failure.history).to.deep.equal(items)
    expect(failure.facts["history"]).to.equal("INBOUND_REVERTING (1 s) → EXECUTION_FAILURE")
    expect(failure.facts["destination"]).to.equal(`plug ${failed.to.destPlug} on chain 41002`)
    expect(requests, "there is no request after a final failure").to.have.length(2)
  })

  it("follows all messages to the end before it reports that one failed", async () => {
    const first = (state: Parameters<typeof messageAt>[0]): ReturnType<typeof messageAt> => messageAt(state, { id: 1 })
    const second = (state: Parameters<typeof messageAt>[0]): ReturnType<typeof messageAt> => messageAt(state, { id: 2 })
    const { client, clock } = createFakeMessaging(
      [first("RECEIVED"), second("RECEIVED")],
      [first("EXECUTION_FAILURE"), second("SEALED")],
      [first("EXECUTION_FAILURE"), second("EXECUTION_SUCCESS")],
    )
    const { items, error } = await clock.run(collect(watchMessages(client, watched)))
    expect(items.map(({ messageId, state }) => `${Number(messageId)} ${state}`)).to.deep.equal([
      "1 RECEIVED",
      "2 RECEIVED",
      "1 EXECUTION_FAILURE",
      "2 SEALED",
      "2 EXECUTION_SUCCESS",
    ])
    expect(error).to.be.instanceOf(MessageFailedError)
    expect((error as MessageFailedError).failed.map(({ messageId }) => messageId)).to.deep.equal([bytes32(1)])
    expect((error as MessageFailedError).message).to.contain("1 of 2 messages")
  })

  it("reports reorgs as such, and continues to the end", async () => {
    const { client, clock } = createFakeMessaging(
      [messageAt("ATTESTED")],
      [messageAt("SEALED")],
      notFound(),
      [],
      [messageAt("RECEIVED")],
      [delivered],
    )
    const { items, error } = await clock.run(collect(watchMessages(client, watched)))
    expect(error).to.equal(undefined)
    expect(statesOf(items)).to.deep.equal([
      "ATTESTED",
      "reorg SEALED",
      "reorg VANISHED",
      "RECEIVED",
      "EXECUTION_SUCCESS",
    ])
  })

  it("reports unknown states, and does not treat them as final", async () => {
    const { client, clock } = createFakeMessaging([messageAt("RECEIVED")], [messageAt("TELEPORTED")], [delivered])
    const { items } = await clock.run(collect(watchMessages(client, watched)))
    expect(statesOf(items)).to.deep.equal(["RECEIVED", "TELEPORTED", "EXECUTION_SUCCESS"])
  })

  it("stops at `until`", async () => {
    const { client, clock, requests } = createFakeMessaging(
      [messageAt("RECEIVED")],
      [messageAt("VERIFIED")],
      [delivered],
    )
    const { items } = await clock.run(collect(watchMessages(client, { ...watched, until: "ATTESTED" })))
    expect(statesOf(items)).to.deep.equal(["RECEIVED", "VERIFIED"])
    expect(requests).to.have.length(2)
  })

  it("treats a final failure as an error even with an earlier `until`, unless it is `until` itself", async () => {
    const failing = (): ReturnType<typeof createFakeMessaging> => createFakeMessaging([messageAt("EXECUTION_FAILURE")])
    const early = failing()
    const { error } = await early.clock.run(collect(watchMessages(early.client, { ...watched, until: "ATTESTED" })))
    expect(error).to.be.instanceOf(MessageFailedError)
    const wanted = failing()
    const outcome = await wanted.clock.run(
      collect(watchMessages(wanted.client, { ...watched, until: "EXECUTION_FAILURE" })),
    )
    expect(outcome.error).to.equal(undefined)
  })

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

  it("ends at once on an error that waiting cannot resolve", async () => {
    const refused = createFakeMessaging(json({ message: "Forbidden" }, { status: 403 }))
    const { error } = await refused.clock.run(collect(watchMessages(refused.client, watched)))
    expect(error).to.be.instanceOf(ApiKeyRefusedError)
    expect((error as ApiKeyRefusedError).next).to.contain("plugs.messaging.apiKey")
    expect(refused.requests).to.have.length(1)

    const garbled = createFakeMessaging(json({ result: [{ status: "RECEIVED" }] }))
    const outcome = await garbled.clock.run(collect(watchMessages(garbled.client, watched)))
    expect(outcome.error).to.be.instanceOf(MalformedResponseError)
    expect(garbled.requests).to.have.length(1)
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

  it("sends nothing more after its loop is left", async () => {
    const { client, clock, requests } = createFakeMessaging([messageAt("RECEIVED")])
    for await (const step of watchMessages(client, watched)) {
      expect(step.state).to.equal("RECEIVED")
      break
    }
    await clock.advance(10_000)
    expect(requests).to.have.length(1)
  })

  it("polls less often while nothing changes, and often again after a change", async () => {
    const answers = ["RECEIVED", "RECEIVED", "RECEIVED", "SEALED"] as const
    const { client, clock } = createFakeMessaging(...answers.map((state) => [messageAt(state)]), [delivered])
    const { items } = await clock.run(collect(watchMessages(client, { ...watched, maxInterval: 10_000 })))
    expect(items.map(({ inState }) => inState)).to.deep.equal([0, 1_000 + 1_500 + 2_250, 1_000])
  })

  it("sends one request an interval for a hundred watchers", async () => {
    const { client, clock, requests } = createFakeMessaging([messageAt("RECEIVED")], [messageAt("SEALED")], [delivered])
    const watches = Array.from({ length: 100 }, () => collect(watchMessages(client, watched)))
    const outcomes = await clock.run(Promise.all(watches))
    expect(requests).to.have.length(3)
    for (const { items, error } of outcomes) {
      expect(error).to.equal(undefined)
      expect(statesOf(items)).to.deep.equal(["RECEIVED", "SEALED", "EXECUTION_SUCCESS"])
    }
  })

  it("refuses invalid parameters by name, and sends nothing", async () => {
    const bad = [
      ["srcChainSlug", { srcChainSlug: -1 }],
      ["srcChainSlug", { srcChainSlug: 2 ** 32 }],
      ["srcTxHash", { srcTxHash: "0x12" as const }],
      ["until", { until: "DONE" as never }],
      ["timeout", { timeout: Number.NaN }],
      ["minInterval", { minInterval: 0 }],
    ] as const
    for (const [argument, parameters] of bad) {
      const { client, requests } = createFakeMessaging([delivered])
      const { error } = await collect(watchMessages(client, { ...watched, ...parameters }))
      expect(error, argument).to.include({ code: "INVALID_INPUT", argument })
      expect(requests).to.have.length(0)
    }
  })

  it("always ends, and succeeds only if everything was delivered, whatever the API answers", async () => {
    const message = fc
      .record({ status: fc.constantFrom(...Object.keys(messageStates), "NEWER"), id: fc.integer({ min: 1, max: 3 }) })
      .map(({ status, id }) => messageAt(status, { id }))
    const answer = fc.uniqueArray(message, { selector: ({ messageId }) => messageId })
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 8 }), async (answers) => {
        const { client, clock } = createFakeMessaging(...answers)
        const { items, error } = await clock.run(collect(watchMessages(client, { ...watched, timeout: 20_000 })))
        const last = new Map(items.map((step) => [step.messageId, step.state]))
        const ends = [...last.values()].filter((state) => state !== "VANISHED")
        if (error === undefined) expect(ends.every((state) => state === "EXECUTION_SUCCESS")).to.equal(true)
        else
          expect(error).to.satisfy((e: unknown) => e instanceof MessageFailedError || e instanceof DeadlinePassedError)
        if (error instanceof MessageFailedError) expect(ends).to.contain("EXECUTION_FAILURE")
      }),
      { numRuns: 30 },
    )
  })
})
