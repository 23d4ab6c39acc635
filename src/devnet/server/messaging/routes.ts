import { Hono } from "hono"

import type { Messaging } from "../../messaging/openMessaging.js"
import { isAllowed, readQuery } from "../readRequest.js"
import { messageOnTheWire } from "./messageOnTheWire.js"
import { estimateMinFeesQuery, messagesFromTxQuery } from "#src/messaging/wire/querySchemas.js"

/** Creates the routes of the messaging API. `access` has the key that it requires of whoever sends one, and the executor's address. */
export function messagingRoutes(
  { contexts, ledger }: Pick<Messaging, "contexts" | "ledger">,
  { apiKey, executor }: { readonly apiKey: string; readonly executor: string },
): Hono {
  const app = new Hono()
  const chains = { argument: "srcChainSlug", slugs: contexts.map(({ chain }) => chain.slug) } as const

  app.use(async (context, next) => {
    if (isAllowed(context, ["x-api-key", "api-key"], apiKey)) return next()
    return context.json(refusal("UNAUTHORIZED", "the header x-api-key holds another key"), 401)
  })

  app.on("GET", ["/v1/messages-from-tx", "/messages-from-tx"], (context) => {
    const query = readQuery(messagesFromTxQuery, context, chains)
    if ("problem" in query) return context.json(refusal("BAD_REQUEST", query.problem), 400)
    const records = ledger.sentIn(query.srcChainSlug, query.srcTxHash)
    if (records.length === 0) {
      return context.json(
        refusal("NOT_FOUND", `no message was sent in ${query.srcTxHash} on ${query.srcChainSlug}`),
        404,
      )
    }
    return context.json({
      status: "SUCCESS",
      result: records.map((record) => messageOnTheWire(record, executor)),
    })
  })

  app.on("GET", ["/v1/estimate-min-fees", "/estimate-min-fees"], async (context) => {
    const query = readQuery(estimateMinFeesQuery, context, chains)
    if ("problem" in query) return context.json(refusal("BAD_REQUEST", query.problem), 400)
    // Loaded when it is asked for, because it takes all of viem.
    const { minFees } = await import("./minFees.js")
    const fees = await minFees(contexts, query)
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
