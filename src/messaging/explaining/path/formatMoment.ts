/**
 * Formats seconds since 1970 by a chain's clock, such as `2026-11-22 08:00:05 UTC`.
 *
 * @example
 * formatMoment(0n) // "1970-01-01 00:00:00 UTC"
 */
export function formatMoment(seconds: bigint): string {
  // A switchboard of anybody's can name any number.
  if (seconds > 8_640_000_000_000n) return `second ${seconds}`
  return `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19).replace("T", " ")} UTC`
}
