import { inspect } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError, statusError, TimeoutError, UnreachableError } from "#src/http/errors.js"
import { isTransient } from "#src/http/polling/poll.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { facts, type Read, watch } from "#test/fixtures/clocks/watchedPoll.js"

class CodedError extends PlugsError {
  readonly code: string
  constructor(code: string, status?: unknown) {
    super("It ended.")
    this.code = code
    if (status !== undefined) Object.assign(this, { status })
  }
}

const still: Read<string> = () => Promise.resolve({ value: "same" })

describe("isTransient", () => {
  it("is true of what waiting can change, and of nothing else", () => {
    const answered = (status: number) => statusError(facts, { status })
    const statuses = [400, 401, 403, 404, 407, 408, 409, 428, 429, 499, 500, 501, 503, 599]
    expect(statuses.filter((status) => isTransient(answered(status)))).to.deep.equal([408, 429, 500, 501, 503, 599])
    for (const error of [new UnreachableError(facts, "away"), new TimeoutError(facts, 1)]) {
      expect(isTransient(error), error.code).to.equal(true)
    }
    const codes = ["NODE_FAILED", "SOURCES_DISAGREE", "MALFORMED_RESPONSE", "INVALID_INPUT", "HTTP_STATUS"]
    expect(codes.filter((code) => isTransient(new CodedError(code)))).to.deep.equal(["NODE_FAILED", "SOURCES_DISAGREE"])
    // A status counts only where the server has answered with one.
    expect([isTransient(new CodedError("HTTP_STATUS", 500)), isTransient(new CodedError("OTHER", 500))]).to.deep.equal([
      ...[true, false],
    ])
    for (const other of [new AbortedError(), new TypeError("a bug"), { code: "TIMEOUT" }, undefined]) {
      expect(isTransient(other), inspect(other)).to.equal(false)
    }
  })
})

describe("the waits of a poll", () => {
  it("are told before each, but not the one that ends at the deadline, after which nothing is read", async () => {
    const waits: number[] = []
    const { all, readTimes } = watch(still, { minInterval: 100, timeout: 400, onWait: (ms) => waits.push(ms) })
    await all()
    expect(readTimes).to.deep.equal([0, 100, 250])
    expect(waits).to.deep.equal([100, 150])
    const exact: number[] = []
    await watch(still, { minInterval: 100, timeout: 100, onWait: (ms) => exact.push(ms) }).all()
    expect(exact, "one that ends just then").to.deep.equal([100])
  })

  it("are half a second to ten seconds by default, or longer where they begin longer", async () => {
    const waitsOf = async (options: Parameters<typeof watch>[1]) => {
      const waits: number[] = []
      await watch(still, { timeout: 60_000, onWait: (ms) => waits.push(Math.round(ms)), ...options }).all()
      return waits.slice(0, 9)
    }
    expect(await waitsOf({})).to.deep.equal([500, 750, 1_125, 1_688, 2_531, 3_797, 5_695, 8_543, 10_000])
    expect((await waitsOf({ minInterval: 20_000 })).slice(0, 2)).to.deep.equal([20_000, 20_000])
    expect((await waitsOf({ maxInterval: 600 })).slice(0, 3)).to.deep.equal([500, 600, 600])
  })

  it("are the shortest where the server asks for none, however many reads came before", async () => {
    const read: Read<string> = (_, index) =>
      Promise.resolve({ value: "same", ...(index >= 2 && { nextIn: index === 2 ? 0 : Number.NaN }) })
    const { all, readTimes } = watch(read, { minInterval: 100, maxInterval: 400, timeout: 900 })
    await all()
    expect(readTimes).to.deep.equal([0, 100, 250, 350, 687.5])
  })

  it("are what a failed server asks for, where that is longer than the interval", async () => {
    const limited = (retryAfter: number) => statusError(facts, { status: 503, retryAfter })
    for (const [retryAfter, second] of [
      [50, 100],
      [100, 100],
      [250, 250],
    ] as const) {
      const { all, readTimes } = watch(() => Promise.reject(limited(retryAfter)), { minInterval: 100, timeout: 260 })
      await all()
      expect(readTimes[1], String(retryAfter)).to.equal(second)
    }
  })

  it("tell of trouble once it is over, and of the next trouble again", async () => {
    const away = new UnreachableError(facts, "away")
    const told: unknown[] = []
    const read: Read<number> = (_, index) =>
      index === 1 || index === 3 ? Promise.reject(away) : Promise.resolve({ value: index })
    await watch(read, {
      minInterval: 100,
      maxInterval: 100,
      timeout: 550,
      onTrouble: (error) => told.push(error),
    }).all()
    expect(told).to.deep.equal([away, undefined, away, undefined])
  })
})
