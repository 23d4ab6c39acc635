import { type Clock, sleepAmong, type Sleeper, systemClock } from "#src/primitives/clock.js"

/** The clock of a world. It stands still, unless a test moves it or lets it run with the machine's. */
export type WorldClock = Clock & {
  readonly isFrozen: boolean
  /** Moves time forward by some milliseconds, and wakes what sleeps until then. */
  advance(ms: number): void
  freeze(): void
  unfreeze(): void
  /** Remembers the time, and whether it stands still. Returns a function that goes back to it. */
  remember(): () => void
}

/** Creates a clock that stands at a whole second of the machine's time, and runs with it while it is not frozen. */
export function createWorldClock(machine: Clock = systemClock): WorldClock {
  let frozenAt: number | undefined = Math.floor(machine.now() / 1_000) * 1_000
  /** Milliseconds that it is ahead of the machine's while it runs. */
  let offset = 0
  const sleepers = new Set<Sleeper>()
  let timer: AbortController | undefined

  const now = (): number => frozenAt ?? machine.now() + offset

  /** Wakes what is due, and waits for the machine's clock until the next is. */
  function look(): void {
    timer?.abort()
    timer = undefined
    for (const sleeper of [...sleepers]) {
      if (sleeper.at > now()) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    const next = Math.min(...[...sleepers].map(({ at }) => at))
    if (frozenAt !== undefined || next === Infinity) return
    timer = new AbortController()
    machine.sleep(next - now(), timer.signal).then(look, () => undefined)
  }

  function set(time: number, isFrozen: boolean): void {
    frozenAt = isFrozen ? time : undefined
    offset = time - machine.now()
    look()
  }

  return {
    now,
    wallTime: now,
    get isFrozen() {
      return frozenAt !== undefined
    },
    sleep: (ms, signal) => sleepAmong(sleepers, now() + ms, signal, look),
    advance(ms) {
      set(now() + ms, frozenAt !== undefined)
    },
    freeze() {
      set(now(), true)
    },
    unfreeze() {
      set(now(), false)
    },
    remember() {
      const [time, isFrozen] = [now(), frozenAt !== undefined]
      return () => {
        set(time, isFrozen)
      }
    },
  }
}
