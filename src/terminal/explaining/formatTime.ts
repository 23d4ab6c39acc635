/** The last second that a date can have. */
const lastSecond = 8_640_000_000_000

/**
 * Formats a time of a chain for people.
 *
 * @param seconds since 1970
 * @example
 * formatTime(1_795_322_612) // "2026-11-22 04:43:32 UTC"
 */
export function formatTime(seconds: number): string {
  if (!(Math.abs(seconds) <= lastSecond)) return "at no time that a calendar has"
  return `${new Date(seconds * 1000).toISOString().slice(0, -5).replace("T", " ")} UTC`
}
