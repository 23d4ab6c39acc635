export type Listeners<Arguments extends readonly unknown[] = []> = {
  /** Adds a listener. Returns a function that removes it. */
  subscribe(listener: (...args: Arguments) => void): () => void
  /** Calls every listener. One that is removed meanwhile is not called any more. */
  notify(...args: Arguments): void
}

export function createListeners<Arguments extends readonly unknown[] = []>(): Listeners<Arguments> {
  const listeners = new Set<(...args: Arguments) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(...args) {
      for (const listener of [...listeners]) if (listeners.has(listener)) listener(...args)
    },
  }
}
