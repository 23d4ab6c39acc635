import { expect } from "chai"
import { createMessagingClient, watchMessage } from "../../src/messaging/index.js"

it("reports each state once, in order", async () => {
  const hash = `0x${"1".repeat(64)}` as const
  const plug = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
  const answers = ["RECEIVED", "RECEIVED", "ATTESTED", "EXECUTION_SUCCESS"].map((status) => ({
    status,
    messageId: hash,
    packetId: hash,
    from: { srcChainSlug: 41001, srcPlug: plug },
    to: { dstChainSlug: 41002, destPlug: plug },
    outboundTx: hash,
    executionDetails: { inboundStatus: status === "EXECUTION_SUCCESS" ? "SUCCESS" : "NOT_TRIED" },
  }))
  const client = createMessagingClient({
    baseUrl: "https://messaging.example",
    apiKey: "not used",
    fetch: () => Promise.resolve(Response.json({ status: "SUCCESS", result: answers.shift() })),
  })

  const states: string[] = []
  const subject = { srcChainSlug: 41001, srcTxHash: hash, minInterval: 1, timeout: 5_000 }
  for await (const { state } of watchMessage(client, subject)) states.push(state)
  expect(states).to.deep.equal(["RECEIVED", "ATTESTED", "EXECUTION_SUCCESS"])
})
