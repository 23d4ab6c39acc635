import { AbortedError } from "../errors.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"

/** A value, and how many milliseconds ago it was read. */
export type SharedValue<T> = { value: T; age: number }

/** One subscriber's access to a key. */
export type Subscription<T> = {
  /**
   * Returns a value that this subscription has not returned yet: the latest one that any subscription of the key has read, the one
   * that is being read, or a new one.
   *
   * @throws {AbortedError} the signal was aborted; the reads of other subscriptions go on
   */
  read(signal?: AbortSignal): Promise<SharedValue<T>>
  /** Ends the subscription. When the last one of a key ends, its value is dropped and a running read is stopped. */
  leave(): void
  [Symbol.dispose](): void
}

/** Lets all subscribers of a key share their reads. */
export type SharedReader = {
  /**
   * Subscribes to a key. `load` must do the same for all subscriptions of the key.
   *
   * @param load gets the value that was read before, if there is one
   * @example
   * using subscription = reader.join(`41001:${srcTxHash}`, (signal) => client.getMessages({ srcChainSlug, srcTxHash, signal }))
   * const { value, age } = await subscription.read()
   */
  join<T>(key: string, load: Load<T>): Subscription<T>
}

export type Load<T> = (signal: AbortSignal, before: T | undefined) => Promise<T>

type Read<T> = {
  promise: Promise<T>
  startedAt: number
  endedAt: number | undefined
  waiting: number
  stop: AbortController
}
type KeyEntry = { subscriptions: number; latest: Read<unknown> | undefined; value: unknown }

/**
 * Creates a reader that sends one request an interval for each key, no matter how many subscribers the key has. Each subscription
 * accepts a result that it has not returned yet, so only the first to come back sends a request; the others get its result, or its
 * error.
 *
 * @param options.freshFor how old a read can be, in milliseconds, to be the first result of a new subscription. Default: 500
 */
export function createSharedReader(options: { clock?: Clock | undefined; freshFor?: number } = {}): SharedReader {
  const { clock = systemClock, freshFor = 500 } = options
  const entries = new Map<string, KeyEntry>()

  function join<T>(key: string, load: Load<T>): Subscription<T> {
    const entry: KeyEntry = entries.get(key) ?? { subscriptions: 0, latest: undefined, value: undefined }
    entries.set(key, entry)
    entry.subscriptions += 1
    let hasLeft = false
    /** Ends the reads that wait. Not a signal, which takes a kilobyte: there can be thousands of subscriptions. */
    const aborts = new Set<() => void>()
    let returned = isStale(entry.latest) ? entry.latest : undefined

    const leave = (): void => {
      if (hasLeft) return
      hasLeft = true
      for (const abort of aborts) abort()
      entry.subscriptions -= 1
      if (entry.subscriptions > 0) return
      entry.latest?.stop.abort()
      if (entries.get(key) === entry) entries.delete(key)
    }

    const read = async (signal?: AbortSignal): Promise<SharedValue<T>> => {
      if (hasLeft || signal?.aborted === true) throw new AbortedError()
      if (entry.latest === undefined || entry.latest === returned) entry.latest = start(entry, load)
      const current = entry.latest as Read<T>
      current.waiting += 1
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const abort = (): void => {
        reject(new AbortedError())
      }
      aborts.add(abort)
      signal?.addEventListener("abort", abort, { once: true })
      current.promise.then(resolve, reject)
      try {
        const value = await promise
        return { value, age: clock.now() - (current.endedAt ?? clock.now()) }
      } finally {
        aborts.delete(abort)
        signal?.removeEventListener("abort", abort)
        current.waiting -= 1
        if (current.endedAt !== undefined) returned = current
        else if (current.waiting === 0) {
          // No subscription waits for this read. If it hangs, the next one must not inherit it.
          current.stop.abort()
          if (entry.latest === current) entry.latest = undefined
        }
      }
    }

    return { read, leave, [Symbol.dispose]: leave }
  }

  function start<T>(entry: KeyEntry, load: Load<T>): Read<T> {
    const stop = new AbortController()
    const promise = load(stop.signal, entry.value as T | undefined)
    const read: Read<T> = { promise, startedAt: clock.now(), endedAt: undefined, waiting: 0, stop }
    const end = (): void => {
      read.endedAt = clock.now()
    }
    promise.then((value) => {
      entry.value = value
      end()
    }, end)
    return read
  }

  function isStale(read: Read<unknown> | undefined): boolean {
    return read?.endedAt !== undefined && clock.now() - read.startedAt > freshFor
  }

  return { join }
}
