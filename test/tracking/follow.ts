import { expect } from "chai"
import { describe, it } from "mocha"

import { createSharedReader } from "../../src/http/polling/sharedReader.js"
import { first, follow, type FollowConfig } from "../../src/tracking/follow.js"
import { connectionRefused } from "../fixtures/servers/fakeFetch.js"
import { failure } from "../fixtures/failure.js"
import { createManualClock, type ManualClock } from "../fixtures/manualClock.js"
import { UnreachableError } from "../../src/http/errors.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"

const timing = { timeout: 10_000, minInterval: 1_000, maxInterval: 1_000 }
const away = new UnreachableError(
  { method: "GET", origin: "http://127.0.0.1", route: "/", attempts: 1, elapsed: 0 },
  connectionRefused().message,
)

/** Something to follow: the number of requests so far. The listed requests fail. */
function createWorld({ failing = [] }: { failing?: readonly number[] } = {}): {
  clock: ManualClock
  watch: (timeout?: number) => ReturnType<typeof follow<number, { count: number; at: number }>>
  requests: () => number
} {
  const clock = createManualClock(0)
  const watchable = { clock, random: () => 0, sharedReader: createSharedReader({ clock }) }
  let count = 0
  const config: FollowConfig<number, { count: number; at: number }> = {
    key: "it",
    load() {
      count += 1
      return failing.includes(count) ? Promise.reject(away) : Promise.resolve(count)
    },
    interpret: (answer, at) => ({ value: { count: answer, at } }),
    deadlineError: (lastError) =>
      new InvalidInputError({ argument: "late", problem: lastError === undefined ? "no error" : "away", fix: "" }),
  }
  return {
    clock,
    watch: (timeout = 10_000) => follow(watchable, config, { ...timing, timeout }),
    requests: () => count,
  }
}

describe("follow", () => {
  it("polls until the caller has what it wants, and no longer", async () => {
    const { clock, watch, requests } = createWorld()
    const found = await clock.run(first(watch(), ({ count, at }) => (count === 3 ? at : undefined)))
    expect(found).to.equal(2_000)
    await clock.advance(10_000)
    expect(requests()).to.equal(3)
  })

  it("throws the deadline error, with the error of the latest request alone", async () => {
    const wanting = (): undefined => undefined
    const recovered = createWorld({ failing: [2] })
    expect((await recovered.clock.run(failure(first(recovered.watch(), wanting)))).message).to.contain("no error")
    const failing = createWorld({ failing: [9, 10, 11] })
    expect((await failing.clock.run(failure(first(failing.watch(), wanting)))).message).to.contain("away")
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
