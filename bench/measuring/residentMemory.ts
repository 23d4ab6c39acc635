/** Megabytes that this process takes. */
export function residentMemory(): number {
  return process.memoryUsage.rss() / 1_000_000
}
