/** Creates something on first use, once. A failure is not kept: the next use tries again. */
export function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined
      throw error
    })
    return created
  }
}

/**
 * Subscribes to something that takes time to load. Never subscribes when it is stopped before that.
 *
 * @param load resolves with a function that subscribes, and returns how to unsubscribe
 * @returns stops it, whether it has subscribed already or not
 */
export function subscribeLazily(load: () => Promise<() => () => void>, onError?: (error: unknown) => void): () => void {
  let isStopped = false
  let unsubscribe: (() => void) | undefined
  const start = async (): Promise<void> => {
    const subscribe = await load()
    if (!isStopped) unsubscribe = subscribe()
  }
  void start().catch((error: unknown) => {
    if (isStopped) return
    if (onError === undefined) throw error
    onError(error)
  })
  return () => {
    isStopped = true
    unsubscribe?.()
  }
}
