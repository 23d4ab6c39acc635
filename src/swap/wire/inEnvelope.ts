import { z } from "zod"

/**
 * Creates the schema of a response with or without the API's envelope: quote, tokens, chains and status have an envelope, providers
 * have none. An envelope that reports a failure is refused, whatever else it contains.
 */
export function inEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const success = z.literal(true, { error: "a response that succeeded" }).nullish()
  return z.union([z.looseObject({ success, result: schema }).transform(({ result }) => result), schema])
}
