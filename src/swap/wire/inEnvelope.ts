import type { z } from "zod"

import { inEnvelope as inAnyEnvelope } from "../../http/parsing/inEnvelope.js"

/** An answer has none of these fields itself. */
function isEnvelope(body: Readonly<Record<string, unknown>>): boolean {
  return typeof body["success"] === "boolean" && "statusCode" in body
}

/**
 * Creates the schema of a response with or without the API's envelope: quote, tokens, chains and status have an envelope, providers
 * have none. An envelope that reports a failure is refused, whatever else it contains.
 */
export function inEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const success = { accepts: (value: unknown) => value === true, expected: "a response that succeeded" }
  return inAnyEnvelope(schema, { keys: ["result"], beside: { success }, isEnvelope })
}
