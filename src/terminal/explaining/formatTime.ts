import { formatUtc } from "../../primitives/duration.js"

/**
 * Formats a time of a chain for people.
 *
 * @param seconds since 1970
 * @example
 * formatTime(1_795_322_612) // "2026-11-22 04:43:32 UTC"
 */
export function formatTime(seconds: number): string {
  return formatUtc(seconds) ?? "at no time that a calendar has"
}
