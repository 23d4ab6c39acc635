import { formatUtc } from "../../../primitives/duration.js"

/** A chain's time for a failure text. @param seconds since 1970 */
export function formatMoment(seconds: number): string {
  return formatUtc(Math.floor(seconds)) ?? String(seconds)
}
