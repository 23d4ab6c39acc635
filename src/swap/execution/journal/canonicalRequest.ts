import { checkQuote } from "../../wire/parameters/checkQuote.js"
import type { GetQuoteParameters } from "../../wire/parameters/types.js"

/** The same text for the same request, whatever the order and spelling of its parameters. */
export function canonicalRequest(parameters: GetQuoteParameters): string {
  const entries = Object.entries(checkQuote({ ...parameters, signal: undefined })).filter(
    ([, value]) => value !== undefined,
  )
  return JSON.stringify(entries.sort(), (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value))
}
