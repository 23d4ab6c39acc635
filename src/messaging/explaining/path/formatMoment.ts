import { formatUtc } from "../../../primitives/duration.js"

/**
 * Formats seconds since 1970 by a chain's clock, such as `2026-11-22 08:00:05 UTC`.
 *
 * @example
 * formatMoment(0n) // "1970-01-01 00:00:00 UTC"
 */
export function formatMoment(seconds: bigint): string {
  // A switchboard of anybody's can name any number.
  return formatUtc(Number(seconds)) ?? `second ${seconds}`
}
