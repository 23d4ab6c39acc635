import type { z } from "zod"

import { type AnswerOptions, answerSchema } from "../../http/parsing/answerSchema.js"

/** An answer has none of these fields itself. */
function isEnvelope(body: Readonly<Record<string, unknown>>): boolean {
  return typeof body["success"] === "boolean" && "statusCode" in body
}

/**
 * Creates the schema of a response with or without the API's envelope: quote, tokens, chains and status have an envelope, providers
 * have none. An envelope that reports a failure is refused, whatever else it contains.
 */
export function swapAnswer<T, Answer = T>(
  schema: z.ZodType<T>,
  options: AnswerOptions<T, Answer> = {},
): z.ZodType<Answer> {
  const success = { accepts: (value: unknown) => value === true, expected: "a response that succeeded" }
  return answerSchema({ keys: ["result"], beside: { success }, isEnvelope }, schema, options)
}
