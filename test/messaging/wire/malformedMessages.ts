import { expect } from "chai"
import { describe, it } from "mocha"

import { createMessagingClient, type MessagingClient } from "#src/messaging/createMessagingClient.js"
import { waitForMessage, waitForMessages } from "#src/messaging/following/watchMessages.js"
import { formatMalformed } from "#src/primitives/malformed.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeFetch, json } from "#test/fixtures/servers/fakeFetch.js"
import { createFakeMessaging } from "#test/fixtures/servers/messagingApi.js"
import { bytes32, messageAt, srcTxHash } from "#test/fixtures/wire/messages.js"

const subject = { srcChainSlug: 41001, srcTxHash }
const waited = { ...subject, minInterval: 1_000, maxInterval: 1_000, timeout: 60_000 }

/** A client of an API that answers this, and the lines about what it leaves out. */
function answering(body: unknown): { client: MessagingClient; lines: string[] } {
  const lines: string[] = []
  const { fetch } = createFakeFetch(json(body))
  const options = { baseUrl: "http://127.0.0.1", apiKey: "a-key-for-tests", retries: 0, fetch }
  const client = createMessagingClient({
    ...options,
    onMalformed: ({ parts }) => lines.push(...parts.map(formatMalformed)),
  })
  return { client, lines }
}

describe("an answer with a malformed message", () => {
  const good = messageAt("ATTESTED", { id: 2 })

  it("does without a message that cannot be read, or a field that nothing depends on", async () => {
    const unreadable = { ...messageAt("ATTESTED"), messageId: 5 }
    const partly = { ...good, executionDetails: { inboundStatus: "SUCCESS", executor: { name: "me" } } }
    const { client, lines } = answering([unreadable, partly])
    const messages = await client.getMessages(subject)
    expect(messages.map(({ messageId }) => messageId)).to.deep.equal([bytes32(2)])
    expect(messages[0]?.executionDetails).to.include({ executor: null, inboundStatus: "SUCCESS", isExecuted: true })
    expect(lines[0]).to.match(/^\[0\] .*: messageId .* 5$/)
    expect(lines[1]).to.match(/^\[1\]\.executionDetails\.executor \(messageId 0x0+2\) /)
  })

  it("is not whole: a wait for all messages of the transaction goes on", async () => {
    const delivered = messageAt("EXECUTION_SUCCESS", { id: 2 })
    const unreadable = { ...messageAt("RECEIVED"), status: null }
    const ended = messageAt("EXECUTION_SUCCESS")
    const { client, clock } = createFakeMessaging([unreadable, delivered], [unreadable, delivered], [ended, delivered])
    expect(await clock.run(waitForMessages(client, waited))).to.have.length(2)
    const late = createFakeMessaging([unreadable, delivered])
    expect(await late.clock.run(failure(waitForMessages(late.client, waited)))).to.include({ code: "DEADLINE_PASSED" })
    const one = createFakeMessaging([unreadable, delivered])
    const found = await one.clock.run(waitForMessage(one.client, { ...waited, messageId: bytes32(2) }))
    expect(found.status).to.equal("EXECUTION_SUCCESS")
  })

  it("names the field that is wrong, under the name that it has, and what an envelope lacks", async () => {
    const { destPlug } = good.to
    for (const [body, path] of [
      [{ ...good, to: { destChainSlug: "far", destPlug } }, "to.destChainSlug"],
      [{ ...good, to: { dstChainSlug: "far", destPlug } }, "to.dstChainSlug"],
      [{ ...good, to: { destPlug } }, "to.dstChainSlug"],
      [{ status: "SUCCESS" }, "result"],
      [{ status: "SUCCESS", result: [{ ...good, outboundTx: 7 }] }, "result[0].outboundTx"],
    ] as const) {
      const error = await failure(answering(body).client.getMessages(subject))
      expect(error.facts).to.include({ path })
    }
    const fee = {
      srcPlug: destPlug as `0x${string}`,
      srcChainSlug: 1,
      dstChainSlug: 2,
      msgGasLimit: 1n,
      payloadLength: 0,
    }
    const error = await failure(answering({ status: "SUCCESS", message: null }).client.estimateMinFees(fee))
    expect(error.facts).to.include({ path: "result", found: "nothing" })
  })
})
