import { Hono } from "hono"

import {
  type EstimateMinFeesQuery,
  estimateMinFeesQuery,
  type MessagesFromTxQuery,
  messagesFromTxQuery,
} from "../../../messaging/wire/querySchemas.js"
import type { MessageRecord } from "../../messaging/MessageRecord.js"
import { hasHeader, readQuery } from "../readRequest.js"
import { messageOnTheWire } from "./messageOnTheWire.js"

/** What the messaging API is served from. */
export type MessagingBackend = {
  readonly apiKey: string
  /** Slugs of the chains that it answers for. */
  readonly slugs: readonly number[]
  /** Address of the executor of messages. */
  readonly executor: string
  messagesFromTx(query: MessagesFromTxQuery): MessageRecord[]
  /** Returns wei, or why the message cannot be sent. */
  minFees(query: EstimateMinFeesQuery): Promise<bigint | { problem: string }>
}

/** Creates the routes of the messaging API. */
export function messagingRoutes(backend: MessagingBackend): Hono {
  const app = new Hono()
  const chains = { argument: "srcChainSlug", slugs: backend.slugs } as const

  app.use(async (context, next) => {
    if (hasHeader(context, "x-api-key", backend.apiKey)) return next()
    return context.json(refusal("UNAUTHORIZED", "the header x-api-key is missing or holds another key"), 401)
  })

  app.get("/v1/messages-from-tx", (context) => {
    const query = readQuery(messagesFromTxQuery, context.req.query(), chains)
    if ("problem" in query) return context.json(refusal("BAD_REQUEST", query.problem), 400)
    const records = backend.messagesFromTx(query)
    if (records.length === 0) {
      return context.json(
        refusal("NOT_FOUND", `no message was sent in ${query.srcTxHash} on ${query.srcChainSlug}`),
        404,
      )
    }
    return context.json({
      status: "SUCCESS",
      result: records.map((record) => messageOnTheWire(record, backend.executor)),
    })
  })

  app.get("/v1/estimate-min-fees", async (context) => {
    const query = readQuery(estimateMinFeesQuery, context.req.query(), chains)
    if ("problem" in query) return context.json(refusal("BAD_REQUEST", query.problem), 400)
    const fees = await backend.minFees(query)
    if (typeof fees === "object") return context.json(refusal("BAD_REQUEST", fees.problem), 400)
    return context.json({ status: "SUCCESS", result: fees.toString() })
  })

  app.onError((error, context) => context.json(refusal("INTERNAL_SERVER_ERROR", error.message), 500))
  return app
}

type Code = "BAD_REQUEST" | "UNAUTHORIZED" | "NOT_FOUND" | "INTERNAL_SERVER_ERROR"

function refusal(code: Code, message: string): { status: "ERROR"; code: Code; message: string } {
  return { status: "ERROR", code, message }
}
