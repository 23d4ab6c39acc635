import { expect } from "chai"
import { describe, it } from "mocha"

import { noteMalformed } from "#src/http/parsing/malformed.js"
import { createMessagingClient } from "#src/messaging/createMessagingClient.js"
import { countMalformed, reuseMessages } from "#src/messaging/following/messageSource.js"
import { watchMessages } from "#src/messaging/following/watchMessages.js"
import type { Message } from "#src/messaging/types.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { json } from "#test/fixtures/servers/fakeFetch.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"

describe("reuseMessages", () => {
  it("still says how many messages of the answer could not be read", () => {
    const [before, messages]: Message[][] = [[], []]
    const issue = { path: [], message: "an object" }
    noteMalformed(
      messages!,
      [0, 1, 2].map((index) => ({ path: [index], value: 7, issue, id: undefined })),
    )
    expect(countMalformed(reuseMessages(before!, messages!))).to.equal(3)
  })

  it("lets the steps of a watch have what did not change in common", async () => {
    const clock = createManualClock()
    const states = ["SEALED", "PROPOSED", "EXECUTION_SUCCESS"]
    const fetch = () => Promise.resolve(json({ status: "SUCCESS", result: [messageAt(states.shift()!)] }))
    const client = createMessagingClient({ baseUrl: "http://127.0.0.1/messaging", apiKey: "a", fetch, clock })
    const messages: Message[] = []
    const watch = async () => {
      for await (const { message } of watchMessages(client, { srcChainSlug: 41001, srcTxHash: bytes32(1) })) {
        messages.push(message)
      }
    }
    await clock.run(watch())
    expect(messages.map(({ status }) => status)).to.deep.equal(["SEALED", "PROPOSED", "EXECUTION_SUCCESS"])
    expect(new Set(messages.map(({ from }) => from))).to.have.property("size", 1)
    expect(messages[1]?.executionDetails).to.equal(messages[0]?.executionDetails)
  })
})
