import { expect } from "chai"
import { describe, it } from "mocha"

import { createSharedReader } from "../../src/http/polling/sharedReader.js"
import { first, follow, type Watched } from "../../src/tracking/follow.js"
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

/** Something that is looked at: the count of the looks at it. Listed looks fail. */
function createWorld({ failing = [] }: { failing?: readonly number[] } = {}): {
  clock: ManualClock
  watch: (timeout?: number) => ReturnType<typeof follow<number, { count: number; at: number }>>
  looks: () => number
} {
  const clock = createManualClock(0)
  const watchable = { clock, random: () => 0, looks: createSharedReader({ clock }) }
  let count = 0
  const watched: Watched<number, { count: number; at: number }> = {
    key: "it",
    load() {
      count += 1
      return failing.includes(count) ? Promise.reject(away) : Promise.resolve(count)
    },
    see: (answer, at) => ({ value: { count: answer, at } }),
    late: (trouble) =>
      new InvalidInputError({ argument: "late", problem: trouble === undefined ? "no trouble" : "away", fix: "" }),
  }
  return { clock, watch: (timeout = 10_000) => follow(watchable, watched, { ...timing, timeout }), looks: () => count }
}

describe("follow", () => {
  it("looks until somebody has what is wanted, and no longer", async () => {
    const { clock, watch, looks } = createWorld()
    const found = await clock.run(first(watch(), ({ count, at }) => (count === 3 ? at : undefined)))
    expect(found).to.equal(2_000)
    await clock.advance(10_000)
    expect(looks()).to.equal(3)
  })

  it("throws what it is told at its deadline, with the trouble of the last look alone", async () => {
    const wanting = (): undefined => undefined
    const well = createWorld({ failing: [2] })
    expect((await well.clock.run(failure(first(well.watch(), wanting)))).message).to.contain("no trouble")
    const ill = createWorld({ failing: [9, 10, 11] })
    expect((await ill.clock.run(failure(first(ill.watch(), wanting)))).message).to.contain("away")
  })

  it("lets one who comes later see each look when the others do", async () => {
    const { clock, watch, looks } = createWorld()
    const third = ({ count, at }: { count: number; at: number }): number | undefined => (count === 3 ? at : undefined)
    const early = first(watch(), third)
    await clock.advance(400)
    const later = first(watch(), third)
    expect(await clock.run(Promise.all([early, later]))).to.deep.equal([2_000, 2_000])
    expect(looks()).to.equal(3)
  })
})
