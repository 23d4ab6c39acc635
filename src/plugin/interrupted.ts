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

/** Waits for a signal, and keeps the process alive until then. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => {
      resolve()
    })
  })
}
