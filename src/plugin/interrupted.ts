/**
 * A signal that Ctrl-C or a polite kill aborts, once. A second Ctrl-C ends the process as usual, so nobody is trapped by a
 * slow goodbye.
 */
export function interrupted(): AbortSignal {
  const controller = new AbortController()
  const stop = (): void => {
    process.off("SIGINT", stop)
    process.off("SIGTERM", stop)
    controller.abort()
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
  return controller.signal
}
