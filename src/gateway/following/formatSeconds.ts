/** ISO 8601, or the number itself if it is beyond what a date can hold. */
export function formatSeconds(seconds: number): string {
  const date = new Date(seconds * 1_000)
  return Number.isNaN(date.getTime()) ? `${seconds} s` : date.toISOString()
}
