let areOpen = false

/** Notes that this process has a request to a node open that nobody waits for any more. Hardhat ends it after five minutes only. */
export function noteAbandonedRequest(): void {
  areOpen = true
}

/** Whether requests may keep this process alive that nobody waits for. */
export function hasAbandonedRequests(): boolean {
  return areOpen
}
