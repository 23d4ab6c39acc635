import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { messageStates } from "#src/messaging/states.js"

const states = Object.keys(messageStates).filter((state) => !["INBOUND_REVERTING", "EXECUTION_FAILURE"].includes(state))

/** A messaging API that invents its answers. */
export type MessagesApi = AsyncDisposable & {
  readonly baseUrl: string
  /** How many requests it has answered. */
  readonly requests: () => number
}

/** Serves transactions with some messages each: with each answer about a transaction, its messages are a state further. */
export async function serveMessages({
  messagesPerTransaction,
}: {
  messagesPerTransaction: number
}): Promise<MessagesApi> {
  const answered = new Map<string, number>()
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const hash = new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("srcTxHash") ?? ""
    const before = answered.get(hash) ?? 0
    answered.set(hash, before + 1)
    const status = states[Math.min(before, states.length - 1)] ?? ""
    const result = Array.from({ length: messagesPerTransaction }, (_, index) => messageOf(hash, index, status))
    response.setHeader("content-type", "application/json").end(JSON.stringify({ status: "SUCCESS", result }))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), "close")
    },
  }
}

/** The number of a message is the end of its id. */
function messageOf(hash: string, index: number, status: string): object {
  const isExecuted = status === "EXECUTION_SUCCESS"
  const messageId = `${hash.slice(0, -4)}${index.toString(16).padStart(4, "0")}`
  return {
    status,
    messageId,
    packetId: messageId,
    from: { srcChainSlug: 41001, srcPlug: `0x${"11".repeat(20)}` },
    to: { dstChainSlug: 41002, destPlug: `0x${"22".repeat(20)}` },
    outboundTx: hash,
    packedMessage: messageId,
    inboundTx: isExecuted ? hash : null,
    executionDetails: {
      inboundStatus: isExecuted ? "SUCCESS" : "NOT_TRIED",
      isExecuted,
      executor: null,
      executionTxHash: null,
    },
  }
}
