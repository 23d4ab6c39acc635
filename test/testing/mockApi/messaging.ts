import { expect } from "chai"
import { describe, it } from "mocha"

import {
  createMessagingClient,
  messageStates,
  type MessageStatus,
  waitForMessage,
  waitForMessages,
  watchMessage,
} from "#src/messaging/index.js"
import { mockApi } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const srcTxHash = bytes32(0xabc)
const waited = { srcChainSlug: 41001, srcTxHash }

describe("a mocked messaging API", () => {
  it("leads a message through its states, in no real time", async () => {
    using api = mockApi({
      messaging: [{ srcTxHash, states: ["RECEIVED", "SEALED", { after: 60_000, status: "EXECUTION_SUCCESS" }] }],
    })
    const client = createMessagingClient(api.messaging)
    const states: string[] = []
    const started = api.clock.now()
    for await (const { state } of watchMessage(client, waited)) states.push(state)
    expect(states).to.deep.equal(["RECEIVED", "SEALED", "EXECUTION_SUCCESS"])
    expect(api.clock.now() - started).to.be.within(60_000, 80_000)
  })

  it("asks the same at the same times in every run", async () => {
    const run = async (): Promise<unknown> => {
      using api = mockApi({ messaging: [{ srcTxHash, states: ["RECEIVED", { error: 500 }, "EXECUTION_SUCCESS"] }] })
      await waitForMessage(createMessagingClient(api.messaging), waited)
      return api.requests
    }
    expect(await run()).to.deep.equal(await run())
  })

  for (const shape of ["enveloped list", "list", "enveloped message", "message"] as const) {
    it(`answers with every state in the shape: ${shape}`, async () => {
      const states = Object.keys(messageStates) as MessageStatus[]
      using api = mockApi({ messaging: [{ srcTxHash, shape, states }] })
      const client = createMessagingClient({
        ...api.messaging,
        onMalformed: (leftOut) => expect.fail(JSON.stringify(leftOut)),
      })
      for (const status of states) {
        const [message] = await client.getMessages(waited)
        expect(message).to.deep.include({ status, outboundTx: srcTxHash })
      }
    })
  }

  it("has several messages of a transaction", async () => {
    using api = mockApi({
      messaging: [
        {
          srcTxHash,
          states: [
            ["RECEIVED", "SEALED"],
            ["EXECUTION_SUCCESS", "EXECUTION_SUCCESS"],
          ],
        },
      ],
    })
    const messages = await waitForMessages(createMessagingClient(api.messaging), waited)
    expect(new Set(messages.map(({ messageId }) => messageId))).to.have.property("size", 2)
  })

  it("fails as an API fails, and recovers", async () => {
    using api = mockApi({
      messaging: [
        {
          srcTxHash,
          states: [
            { error: "unknown" },
            { error: 429, retryAfter: 3_000 },
            { error: "cut" },
            { error: 503, times: 2 },
            { slow: 11_000, status: "RECEIVED" },
            { status: "EXECUTION_SUCCESS", fields: { packetId: bytes32(7) } },
          ],
        },
      ],
    })
    const message = await waitForMessage(createMessagingClient(api.messaging), waited)
    expect(message.packetId).to.equal(bytes32(7))
    expect(api.requests).to.have.length(7)
  })

  it("answers as late as it says, by its own clock, and jitters by nothing", async () => {
    const { fetch, messaging, clock, ...api } = mockApi({
      messaging: [{ srcTxHash, states: ["SEALED", { slow: 3_000, status: "SEALED" }] }],
    })
    const begun = clock.now()
    const ask = async (): Promise<number> => {
      await fetch(`http://127.0.0.1/messaging/v1/messages-from-tx?srcChainSlug=41001&srcTxHash=${srcTxHash}`)
      return clock.now() - begun
    }
    expect([await ask(), await ask(), await ask()]).to.deep.equal([0, 3_000, 6_000])
    expect([messaging.random?.(), api.gateway.random?.(), api.swap.random?.()]).to.deep.equal([0, 0, 0])
  })

  it("gives no answer that is late to a request that was given up meanwhile", async () => {
    const { fetch, clock } = mockApi(
      { messaging: [{ srcTxHash, states: [{ slow: 3_000, status: "SEALED" }] }] },
      { time: "stands" },
    )
    const stopped = new AbortController()
    const url = `http://127.0.0.1/messaging/v1/messages-from-tx?srcChainSlug=41001&srcTxHash=${srcTxHash}`
    const ended: string[] = []
    fetch(url, { signal: stopped.signal }).then(
      () => ended.push("answered"),
      (error: unknown) => ended.push((error as Error).name),
    )
    await clock.advance(2_999)
    stopped.abort()
    await clock.advance(0)
    expect(ended).to.deep.equal(["AbortError"])
  })

  it("ends a wait with what does not pass by waiting", async () => {
    using api = mockApi({ messaging: [{ srcTxHash, states: [{ error: "malformed" }, { error: 401 }] }] })
    const client = createMessagingClient(api.messaging)
    expect(await failure(waitForMessage(client, waited))).to.include({ code: "MALFORMED_RESPONSE" })
    expect(await failure(waitForMessage(client, waited))).to.include({ code: "UNAUTHORIZED" })
  })

  it("does not know a message before its time", async () => {
    using api = mockApi({ messaging: [{ srcTxHash, states: [{ after: 5_000, status: "EXECUTION_SUCCESS" }] }] })
    const client = createMessagingClient(api.messaging)
    expect(await failure(client.getMessages(waited))).to.include({ code: "NOT_FOUND" })
    await waitForMessage(client, waited)
    api.assertDone()
  })

  it("estimates fees", async () => {
    using api = mockApi({ messaging: [{ dstChainSlug: 41002, fees: [5n] }, { fees: [6n] }] })
    const client = createMessagingClient(api.messaging)
    const priced = { srcPlug: "0x1111111111111111111111111111111111111111", srcChainSlug: 41001 } as const
    const estimate = (dstChainSlug: number): Promise<bigint> =>
      client.estimateMinFees({ ...priced, dstChainSlug, msgGasLimit: 1n, payloadLength: 1 })
    expect([await estimate(41002), await estimate(41003)]).to.deep.equal([5n, 6n])
  })

  it("lets the test move time", async () => {
    using api = mockApi(
      { messaging: [{ srcTxHash, states: ["RECEIVED", { after: 2_000, status: "EXECUTION_SUCCESS" }] }] },
      { time: "stands" },
    )
    const waiting = waitForMessage(createMessagingClient(api.messaging), { ...waited, minInterval: 1_000 })
    await api.clock.advance(1_000)
    expect(api.requests).to.have.length(2)
    await api.clock.advance(10_000)
    expect((await waiting).status).to.equal("EXECUTION_SUCCESS")
  })
})
