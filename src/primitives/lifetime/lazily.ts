/** Wraps a function so that it runs on first use, once. If it fails, the next use runs it again. */
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
 * Subscribes to something that takes time to load. If it is stopped before it has loaded, it never subscribes.
 *
 * @param load resolves with a function that subscribes, and returns a function that unsubscribes
 * @returns a function that unsubscribes, or stops the loading
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

type Known<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown }

/** Returns what a map has of a key, which is made when it is first asked for. */
export function getOrAdd<Key, Value>(map: Known<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}

/**
 * Makes a function that finds the answer to a question once, and gives it to everybody who asks again.
 *
 * @param known keeps the answers. A `WeakMap` keeps one only as long as there is the object that it is about
 */
export function memoize<Key, Answer>(
  find: (key: Key) => Answer,
  known: Known<Key, { readonly answer: Answer }> = new Map<Key, { readonly answer: Answer }>(),
): (key: Key) => Answer {
  return (key) => getOrAdd(known, key, () => ({ answer: find(key) })).answer
}
