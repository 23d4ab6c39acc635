let open = 0

/**
 * Notes that this process has a request to a node open that nobody waits for any more. Hardhat ends it after five minutes only.
 *
 * @returns how many were noted so far
 */
export function noteAbandonedRequest(): number {
  open += 1
  return open
}

/** Whether requests may keep this process alive that nobody waits for. */
export function hasAbandonedRequests(): boolean {
  return open > 0
}
