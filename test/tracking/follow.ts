import { expect } from "chai"
import { describe, it } from "mocha"

import { UnreachableError } from "#src/http/errors.js"
import { createSharedReader, type SharedReader } from "#src/http/polling/sharedReader.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { first, follow, type FollowConfig } from "#src/tracking/follow.js"
import { createManualClock, type ManualClock } from "#test/fixtures/clocks/manualClock.js"
import { connectionRefused } from "#test/fixtures/servers/fakeFetch.js"

const timing = { timeout: 10_000, minInterval: 1_000, maxInterval: 1_000 }
const away = new UnreachableError(
  { method: "GET", origin: "http://127.0.0.1", route: "/", attempts: 1, elapsed: 0 },
  connectionRefused().message,
)

/** Something to follow: the number of requests so far. The listed requests fail. */
function createWorld({
  failing = [],
  broken = false,
  sharedReader,
}: { failing?: readonly number[]; broken?: boolean; sharedReader?: SharedReader } = {}): {
  clock: ManualClock
  watch: (
    timeout?: number,
    signal?: AbortSignal,
    onTrouble?: (error: unknown) => void,
  ) => ReturnType<typeof follow<number, { count: number; at: number }>>
  requests: () => number
} {
  const clock = createManualClock(0)
  const watchable = { clock, random: () => 0, sharedReader: sharedReader ?? createSharedReader({ clock }) }
  let count = 0
  const config: FollowConfig<number, { count: number; at: number }> = {
    key: "it",
    load() {
      count += 1
      if (broken) return Promise.reject(new TypeError("a bug"))
      return failing.includes(count) ? Promise.reject(away) : Promise.resolve(count)
    },
    interpret: (answer, at) => ({ value: { count: answer, at } }),
    deadlineError: (lastError) =>
      new InvalidInputError({ argument: "late", problem: lastError === undefined ? "no error" : "away", fix: "" }),
  }
  return {
    clock,
    watch: (timeout = 10_000, signal, onTrouble) =>
      follow(watchable, config, { ...timing, timeout, signal, onTrouble }),
    requests: () => count,
  }
}

describe("follow", () => {
  it("tells of each request that fails, and when one succeeds again", async () => {
    const { clock, watch } = createWorld({ failing: [2, 3] })
    const troubles: unknown[] = []
    const results = watch(10_000, undefined, (error) => troubles.push(error))
    await clock.run(first(results, ({ count }) => (count === 4 ? count : undefined)))
    expect(troubles).to.deep.equal([away, away, undefined])
  })

  it("gives up its subscription however it ends, so that a request that nobody waits for is stopped", async () => {
    const reader = createSharedReader({ clock: createManualClock(0) })
    let open = 0
    const sharedReader: typeof reader = {
      join(key, load) {
        const subscription = reader.join(key, load)
        open += 1
        const leave = (): void => {
          open -= 1
          subscription.leave()
        }
        return { ...subscription, leave, [Symbol.dispose]: leave }
      },
    }
    for (const end of ["found", "left", "deadline", "broken", "aborted"]) {
      const stop = new AbortController()
      const { clock, watch } = createWorld({ sharedReader, broken: end === "broken" })
      const results = watch(2_500, stop.signal)
      const reading = first(results, ({ count }) => {
        expect(open, end).to.equal(1)
        if (end === "left") throw new Error("left")
        if (end === "aborted") stop.abort()
        return end === "found" ? count : undefined
      })
      await clock.run(Promise.allSettled([reading]))
      expect(open, end).to.equal(0)
    }
  })

  it("gives a later watch each answer when the others get it", async () => {
    const { clock, watch, requests } = createWorld()
    const third = ({ count, at }: { count: number; at: number }): number | undefined => (count === 3 ? at : undefined)
    const early = first(watch(), third)
    await clock.advance(400)
    const later = first(watch(), third)
    expect(await clock.run(Promise.all([early, later]))).to.deep.equal([2_000, 2_000])
    expect(requests()).to.equal(3)
  })
})
