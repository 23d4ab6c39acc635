import { expect } from "chai"
import fc from "fast-check"
import { it } from "mocha"

import { MessageFailedError } from "#src/messaging/following/trackingErrors.js"
import { watchMessages } from "#src/messaging/following/watchMessages.js"
import { messageStates } from "#src/messaging/states.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { runs } from "#test/fixtures/depth.js"
import { collect, createFakeMessaging, notFound } from "#test/fixtures/servers/messagingApi.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"
import { delivered, statesOf, watched } from "#test/fixtures/worlds/messaging/watchMessaging.js"

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

  it("reports unknown states, and does not treat them as final", async () => {
    const { client, clock } = createFakeMessaging([messageAt("RECEIVED")], [messageAt("TELEPORTED")], [delivered])
    const { items } = await clock.run(collect(watchMessages(client, watched)))
    expect(statesOf(items)).to.deep.equal(["RECEIVED", "TELEPORTED", "EXECUTION_SUCCESS"])
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

  it("always ends, and succeeds only if everything was delivered, whatever the API answers", async () => {
    const message = fc
      .record({ status: fc.constantFrom(...Object.keys(messageStates), "NEWER"), id: fc.integer({ min: 1, max: 3 }) })
      .map(({ status, id }) => messageAt(status, { id }))
    const answer = fc.uniqueArray(message, { selector: ({ messageId }) => messageId })
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 8 }), async (answers) => {
        const { client, clock, requests } = createFakeMessaging(...answers)
        const { items, error } = await clock.run(collect(watchMessages(client, { ...watched, timeout: 20_000 })))
        const seen = answers.slice(0, requests.length)
        const most = Math.max(...seen.map((messages) => messages.length))
        if (!(error instanceof DeadlinePassedError)) expect(seen.at(-1)).to.have.length(most).and.to.not.have.length(0)
        const last = new Map(items.map((step) => [step.messageId, step.state]))
        const ends = [...last.values()].filter((state) => state !== "VANISHED")
        if (error === undefined) expect(ends.every((state) => state === "EXECUTION_SUCCESS")).to.equal(true)
        else
          expect(error).to.satisfy((e: unknown) => e instanceof MessageFailedError || e instanceof DeadlinePassedError)
        if (error instanceof MessageFailedError) expect(ends).to.contain("EXECUTION_FAILURE")
      }),
      runs({ fast: 10, deep: 500 }),
    )
  })
})
