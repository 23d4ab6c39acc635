import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"

/** Refuses a request before it reaches a route. JSON-RPC clients show `error.message`, clients of the APIs `message`. */
export function refuse(context: Context, status: ContentfulStatusCode, message: string): Response {
  return context.json({ message, jsonrpc: "2.0", id: null, error: { code: invalidRequest, message } }, status)
}

const invalidRequest = -32600
