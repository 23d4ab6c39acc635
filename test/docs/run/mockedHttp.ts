import { expect } from "chai"

import { createMessagingClient, watchMessage } from "#src/messaging/index.js"
import { mockApi } from "#src/testing/index.js"

it("reports each state once, in order", async () => {
  const srcTxHash = `0x${"1".repeat(64)}` as const
  const api = mockApi({
    messaging: [
      {
        srcTxHash,
        states: ["RECEIVED", { error: 500 }, "ATTESTED", { after: 60_000, status: "EXECUTION_SUCCESS" }],
      },
    ],
  })
  const client = createMessagingClient(api.messaging)

  const states: string[] = []
  for await (const { state } of watchMessage(client, { srcChainSlug: 41001, srcTxHash })) states.push(state)
  expect(states).to.deep.equal(["RECEIVED", "ATTESTED", "EXECUTION_SUCCESS"])
  api.assertDone()
})
