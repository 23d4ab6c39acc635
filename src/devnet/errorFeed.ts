/** Passes errors in the background to listeners. One that no listener takes becomes a process warning. */
type ErrorFeed = {
  readonly report: (error: unknown) => void
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
