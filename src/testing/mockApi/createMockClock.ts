import { type Clock, sleepAmong, type Sleeper } from "#src/primitives/clock.js"

/** A clock that shows a time of its own, on which nothing waits for real. */
export type MockClock = Clock & {
  /** Moves time forward by some milliseconds, and wakes what sleeps until then, one after the other. */
  advance(ms: number): Promise<void>
}

/** How time passes: it jumps to the next moment that something waits for, or stands still until the test moves it. */
export type MockTime = "jumps" | "stands"

/** Rounds of the event loop in which work that needs no time continues. Streams take several. */
const rounds = 8

/** @param loading what has to be there before time may pass */
export function createMockClock(time: MockTime, loading?: Promise<unknown>): MockClock {
  let now = Date.UTC(2026, 0, 1)
  let isJumping = false
  const sleepers = new Set<Sleeper>()

  const next = (): Sleeper | undefined =>
    [...sleepers].reduce<Sleeper | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined)

  function wake(sleeper: Sleeper): void {
    now = Math.max(now, sleeper.at)
    sleepers.delete(sleeper)
    sleeper.wake()
  }

  async function settle(): Promise<void> {
    if (loading !== undefined) await loading
    for (let round = 0; round < rounds; round += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  async function jump(): Promise<void> {
    if (isJumping || time === "stands") return
    isJumping = true
    await settle()
    for (let sleeper = next(); sleeper !== undefined; sleeper = next()) {
      wake(sleeper)
      await settle()
    }
    isJumping = false
  }

  return {
    now: () => now,
    wallTime: () => now,
    sleep: (ms, signal) => sleepAmong(sleepers, now + ms, signal, () => void jump()),
    async advance(ms) {
      const target = now + ms
      await settle()
      for (let sleeper = next(); sleeper !== undefined && sleeper.at <= target; sleeper = next()) {
        wake(sleeper)
        await settle()
      }
      now = Math.max(now, target)
    },
  }
}
