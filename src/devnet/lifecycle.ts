/** The functions to run when the devnet stops. Node 22, which is supported, has no `AsyncDisposableStack`. */
type Cleanup = {
  /** Adds a function to run. The last one added runs first. */
  readonly defer: (undo: () => Promise<void>) => void
  /** Runs every function, even if some reject, and then rejects with the first error. A second call waits for the first. */
  run(): Promise<void>
}

export function createCleanup(): Cleanup {
  const steps: (() => Promise<void>)[] = []
  let running: Promise<void> | undefined

  async function undoAll(): Promise<void> {
    const failures: unknown[] = []
    for (const undo of steps.reverse()) await undo().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  return {
    defer: (undo) => {
      steps.push(undo)
    },
    run: () => (running ??= undoAll()),
  }
}

/**
 * Passes errors that happen in the background to listeners. An error without a listener becomes a process warning, so that nothing
 * fails silently. So does an error that a listener throws.
 */
type ErrorFeed = {
  report(error: unknown): void
  /** Returns a function that unsubscribes the listener. */
  subscribe(listener: (error: unknown) => void): () => void
}

export function createErrorFeed(): ErrorFeed {
  const listeners = new Set<(error: unknown) => void>()
  return {
    report(error) {
      if (listeners.size === 0) warn(error)
      for (const listener of listeners) {
        try {
          listener(error)
        } catch (failure) {
          warn(failure)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
