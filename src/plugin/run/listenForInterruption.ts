/** What Ctrl-C means while a task waits. */
export type Interruption = Disposable & { readonly signal: AbortSignal }

/**
 * Turns Ctrl-C, or a polite kill, into a signal that is aborted once. A second Ctrl-C ends the process as usual, so nobody is
 * trapped by a slow goodbye.
 *
 * @example
 * using interruption = listenForInterruption()
 * await work({ signal: interruption.signal })
 */
export function listenForInterruption(): Interruption {
  const controller = new AbortController()
  const ignore = (): void => {
    process.off("SIGINT", stop)
    process.off("SIGTERM", stop)
  }
  const stop = (): void => {
    ignore()
    controller.abort()
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
  return { signal: controller.signal, [Symbol.dispose]: ignore }
}

/** Waits for a signal, and not for anything else. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => {
      resolve()
    })
  })
}
