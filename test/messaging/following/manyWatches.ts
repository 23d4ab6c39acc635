import { expect } from "chai"
import { describe, it } from "mocha"

import { createMessagingClient } from "#src/messaging/createMessagingClient.js"
import { waitForMessage } from "#src/messaging/following/watchMessages.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { isDeep } from "#test/fixtures/depth.js"
import { json } from "#test/fixtures/servers/fakeFetch.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"

const states = ["RECEIVED", "RECEIVED", "SEALED", "PROPOSED", "PROPOSED", "ATTESTED", "EXECUTING", "EXECUTION_SUCCESS"]

/** Watches every message of some transactions, and counts the requests. With each answer about a transaction its messages may move on. */
async function watch({ transactions, messages }: { transactions: number; messages: number }): Promise<{
  requests: number
  delivered: number
}> {
  const clock = createManualClock()
  const answered = new Map<string, number>()
  let requests = 0
  const fetch = (input: Parameters<typeof globalThis.fetch>[0]): Promise<Response> => {
    const hash = new URL(new Request(input).url).searchParams.get("srcTxHash")!
    const before = answered.get(hash) ?? 0
    answered.set(hash, before + 1)
    requests += 1
    const state = states[Math.min(before, states.length - 1)]!
    return Promise.resolve(json({ status: "SUCCESS", result: ids(messages).map((id) => messageAt(state, { id })) }))
  }
  let draws = 0
  // Each watch waits for another time, as it does with Math.random.
  const random = (): number => ((draws += 1) * 0.618) % 1
  const client = createMessagingClient({ baseUrl: "http://127.0.0.1/messaging", apiKey: "a", fetch, clock, random })
  const waits = ids(transactions).flatMap((transaction) =>
    ids(messages).map((id) =>
      waitForMessage(client, { srcChainSlug: 41001, srcTxHash: bytes32(transaction), messageId: bytes32(id) }),
    ),
  )
  const ended = await clock.run(Promise.all(waits))
  return { requests, delivered: ended.filter(({ status }) => status === "EXECUTION_SUCCESS").length }
}

describe("watches of many messages", () => {
  const many = isDeep ? 1_000 : 50

  it("send requests for each transaction, and none for each watch", async () => {
    const alone = await watch({ transactions: 2, messages: 1 })
    const together = await watch({ transactions: 2, messages: many })
    expect(together.delivered).to.equal(2 * many)
    expect(together.requests).to.equal(alone.requests)
    expect((await watch({ transactions: 8, messages: 5 })).requests).to.equal(4 * alone.requests)
    expect(alone.requests).to.equal(2 * states.length)
  })
})

function ids(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
