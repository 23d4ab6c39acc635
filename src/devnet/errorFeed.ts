/** Where what goes wrong in the background is told. Unheard, it becomes a process warning: nothing fails silently. */
export type ErrorFeed = {
  report(error: unknown): void
  subscribe(listener: (error: unknown) => void): () => void
}

export function createErrorFeed(): ErrorFeed {
  const listeners = new Set<(error: unknown) => void>()
  return {
    report(error) {
      for (const listener of listeners) listener(error)
      if (listeners.size === 0) process.emitWarning(error instanceof Error ? error : String(error))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
