import type { Clock } from "../../primitives/clock.js"
import { systemClock } from "../../primitives/clock.js"

import { AbortedError } from "../errors.js"

/** What a look brought, and how many milliseconds ago it did. */
export type Shared<T> = { value: T; age: number }

/** One watcher's place at a key. */
export type Subscription<T> = {
  /**
   * Gives what this seat has not seen yet: the latest look of any seat at this key, or the one under way, or a new one.
   *
   * @throws {AbortedError} this seat's signal was aborted; the others' looks go on
   */
  read(signal?: AbortSignal): Promise<Shared<T>>
  /** Gives the place up. When the last seat of a key is left, nothing of it is kept and a look under way is stopped. */
  leave(): void
  [Symbol.dispose](): void
}

/** Lets all watchers of one thing share their looks at it. */
export type SharedReader = {
  /**
   * Takes a seat at a key. `load` must mean the same for every seat of a key.
   *
   * @example
   * using seat = reader.join(`41001:${srcTxHash}`, (signal) => client.getMessages({ srcChainSlug, srcTxHash, signal }))
   * const { value, age } = await seat.read()
   */
  join<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Subscription<T>
}

type Look<T> = {
  promise: Promise<T>
  startedAt: number
  endedAt: number | undefined
  readers: number
  stop: AbortController
}
type Table = { seats: number; latest: Look<unknown> | undefined }

/**
 * Makes a reader whose watchers of one key cause one look an interval, however many they are: each seat accepts a look
 * that it has not seen, so only the first that comes back asks the server, and the others take what it got, an error too.
 *
 * @param options.freshFor milliseconds for which a look that began before a seat was taken is still good for it
 * @example
 * const reader = createSharedReader()
 */
export function createSharedReader(options: { clock?: Clock | undefined; freshFor?: number } = {}): SharedReader {
  const { clock = systemClock, freshFor = 500 } = options
  const tables = new Map<string, Table>()

  function join<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Subscription<T> {
    const table = tables.get(key) ?? { seats: 0, latest: undefined }
    tables.set(key, table)
    table.seats += 1
    const left = new AbortController()
    let seen = isStale(table.latest) ? table.latest : undefined

    const leave = (): void => {
      if (left.signal.aborted) return
      left.abort()
      table.seats -= 1
      if (table.seats > 0) return
      table.latest?.stop.abort()
      if (tables.get(key) === table) tables.delete(key)
    }

    const read = async (signal?: AbortSignal): Promise<Shared<T>> => {
      if (left.signal.aborted || signal?.aborted === true) throw new AbortedError()
      if (table.latest === undefined || table.latest === seen) table.latest = begin(load)
      const look = table.latest as Look<T>
      look.readers += 1
      try {
        const value = await unlessAborted(look.promise, [left.signal, ...(signal === undefined ? [] : [signal])])
        return { value, age: clock.now() - (look.endedAt ?? clock.now()) }
      } finally {
        look.readers -= 1
        if (look.endedAt !== undefined) seen = look
        else if (look.readers === 0) {
          // Nobody waits for it any more: a look that hangs must not be what the next reader is given.
          look.stop.abort()
          if (table.latest === look) table.latest = undefined
        }
      }
    }

    return { read, leave, [Symbol.dispose]: leave }
  }

  function begin<T>(load: (signal: AbortSignal) => Promise<T>): Look<T> {
    const stop = new AbortController()
    const look: Look<T> = { promise: load(stop.signal), startedAt: clock.now(), endedAt: undefined, readers: 0, stop }
    const end = (): void => {
      look.endedAt = clock.now()
    }
    look.promise.then(end, end)
    return look
  }

  function isStale(look: Look<unknown> | undefined): boolean {
    return look?.endedAt !== undefined && clock.now() - look.startedAt > freshFor
  }

  return { join }
}

async function unlessAborted<T>(promise: Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(new AbortedError())
    }
    for (const signal of signals) signal.addEventListener("abort", onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    if (onAbort !== undefined) for (const signal of signals) signal.removeEventListener("abort", onAbort)
  }
}
