/**
 * Reads how long a server asks to wait, from either form of `Retry-After`: seconds, or an HTTP date.
 *
 * A date is measured against the answer's own `Date` header when it has one, because the two clocks may differ.
 *
 * @returns milliseconds, or undefined when the header is missing or says nothing
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? ""
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // Date.parse reads far more than HTTP dates: even "soon 1" is one to it.
  if (!/^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text)) return undefined
  const until = Date.parse(text)
  if (Number.isNaN(until)) return undefined
  const sent = Date.parse(headers.get("date") ?? "")
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent))
}
