import { type Clock, systemClock } from "../../primitives/clock.js"

/** A clock that a test can move and stop. Between two moves it runs with the machine's. */
export type WorldClock = Clock & {
  readonly isFrozen: boolean
  /** Moves time forward by some milliseconds, and wakes what sleeps until then. */
  advance(ms: number): void
  freeze(): void
  unfreeze(): void
  /** Remembers the time. Returns a function that goes back to it. */
  remember(): () => void
}

type Sleeper = { readonly at: number; readonly wake: () => void }

/** @param machine the clock that it runs with */
export function createWorldClock(machine: Clock = systemClock): WorldClock {
  let offset = 0
  let frozenAt: number | undefined
  const sleepers = new Set<Sleeper>()
  let timer = new AbortController()

  const now = (): number => frozenAt ?? machine.now() + offset

  /** Wakes what is due, and waits for the machine's clock until the next is. */
  function look(): void {
    timer.abort()
    timer = new AbortController()
    for (const sleeper of [...sleepers]) {
      if (sleeper.at > now()) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    const next = Math.min(...[...sleepers].map(({ at }) => at))
    if (frozenAt === undefined && next < Infinity) machine.sleep(next - now(), timer.signal).then(look, () => undefined)
  }

  return {
    now,
    wallTime: now,
    get isFrozen() {
      return frozenAt !== undefined
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<undefined>()
      const sleeper: Sleeper = {
        at: now() + ms,
        wake: () => {
          resolve(undefined)
        },
      }
      const stop = (): void => {
        sleepers.delete(sleeper)
        look()
        reject(signal?.reason as Error)
      }
      sleepers.add(sleeper)
      signal?.addEventListener("abort", stop, { once: true })
      look()
      try {
        await promise
      } finally {
        signal?.removeEventListener("abort", stop)
      }
    },
    advance(ms) {
      if (frozenAt === undefined) offset += ms
      else frozenAt += ms
      look()
    },
    freeze() {
      frozenAt ??= now()
      look()
    },
    unfreeze() {
      if (frozenAt === undefined) return
      offset = frozenAt - machine.now()
      frozenAt = undefined
      look()
    },
    remember() {
      const then = { offset, frozenAt }
      return () => {
        ;({ offset, frozenAt } = then)
        look()
      }
    },
  }
}
