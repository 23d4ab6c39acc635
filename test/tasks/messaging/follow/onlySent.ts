import { expect } from "chai"
import { describe, it } from "mocha"

import type { OutboundMessage } from "../../../../src/messaging/index.js"
import { onlySent } from "../../../../tasks/messaging/follow/withReceipt.js"
import { failure } from "../../../fixtures/failure.js"
import { createFakeMessaging, notFound } from "../../../fixtures/servers/messagingApi.js"

const srcTxHash = `0x${"ab".repeat(32)}` as const
const sent: OutboundMessage = {
  messageId: `0x${"01".repeat(32)}`,
  packetId: null,
  packedMessage: `0x${"02".repeat(32)}`,
  srcChainSlug: 41001,
  srcPlug: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  dstChainSlug: 41002,
  dstPlug: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  minMsgGasLimit: 100_000n,
  executionParams: "0x",
  transmissionParams: "0x",
  payload: "0x",
  fees: { transmissionFees: 0n, executionFee: 0n, switchboardFees: 0n },
  socket: "0x8464135c8F25Da09e49BC8782676a84730C318bC",
  transactionHash: srcTxHash,
  logIndex: 0,
}
const parameters = { srcChainSlug: 41001, srcTxHash }

describe("onlySent", () => {
  it("reports what was sent as received while the API does not know the transaction", async () => {
    const { client } = createFakeMessaging(() => notFound())
    const [message, ...others] = await onlySent(client, [sent]).getMessages(parameters)
    expect(others).to.deep.equal([])
    expect(message).to.deep.equal({
      status: "RECEIVED",
      messageId: sent.messageId,
      packetId: null,
      from: { srcChainSlug: 41001, srcPlug: sent.srcPlug },
      to: { dstChainSlug: 41002, destPlug: sent.dstPlug },
      outboundTx: srcTxHash,
      packedMessage: sent.packedMessage,
      inboundTx: null,
      executionDetails: { inboundStatus: "NOT_TRIED", isExecuted: false, executor: null, executionTxHash: null },
    })
  })

  it("passes on every other error of the API", async () => {
    const { client } = createFakeMessaging(() => new Response("", { status: 401 }))
    expect(await failure(onlySent(client, [sent]).getMessages(parameters))).to.include({ code: "UNAUTHORIZED" })
  })
})
