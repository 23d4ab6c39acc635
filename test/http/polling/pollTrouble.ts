import { expect } from "chai"
import { describe, it } from "mocha"

import {
  type ErrorResponse,
  HttpStatusError,
  MalformedResponseError,
  NotFoundError,
  RateLimitedError,
  type RequestFacts,
  TimeoutError,
  UnauthorizedError,
  UnreachableError,
} from "#src/http/errors.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import type { Read } from "#test/fixtures/clocks/watchedPoll.js"
import { facts, watch } from "#test/fixtures/clocks/watchedPoll.js"

const answer = (status: number, retryAfter?: number): ErrorResponse & { request: RequestFacts } => ({
  request: facts,
  status,
  retryAfter,
})

describe("poll, when a read fails", () => {
  for (const error of [
    new UnreachableError(facts, "away"),
    new TimeoutError(facts, 10_000),
    new RateLimitedError(answer(429)),
    new HttpStatusError(answer(500)),
    new HttpStatusError(answer(503)),
    new HttpStatusError(answer(521)),
    new HttpStatusError(answer(408)),
  ]) {
    it(`retries after ${error.code} ${error.facts["status"] ?? ""}`, async () => {
      const read: Read<string> = (_, index) => (index < 3 ? Promise.reject(error) : Promise.resolve({ value: "back" }))
      expect((await watch(read).all())[0]).to.equal("back")
    })
  }

  for (const error of [
    new UnauthorizedError(answer(401)),
    new MalformedResponseError(facts, "it is not JSON", {}),
    new NotFoundError(answer(404)),
    new HttpStatusError(answer(400)),
    new TypeError("a bug"),
  ]) {
    it(`ends at once with ${error instanceof PlugsError ? error.code : "a bug"}`, async () => {
      const { all, readTimes } = watch(() => Promise.reject(error))
      expect(await all().catch((caught: unknown) => caught)).to.equal(error)
      expect(readTimes).to.have.length(1)
    })
  }

  it("ends at once with an error that the read throws before it returns a promise", async () => {
    const bug = new TypeError("a bug")
    const { all } = watch(() => {
      throw bug
    })
    expect(await all().catch((caught: unknown) => caught)).to.equal(bug)
  })

  it("retries after the errors that the caller chooses", async () => {
    const unknownYet = new NotFoundError(answer(404))
    const { all, readTimes } = watch(() => Promise.reject(unknownYet), { isRetryable: (error) => error === unknownYet })
    expect(await all()).to.deep.equal([])
    expect(readTimes).to.have.length.above(3)
  })

  it("reads less and less often", async () => {
    const { all, readTimes } = watch(() => Promise.reject(new UnreachableError(facts, "away")), {
      minInterval: 100,
      timeout: 500,
    })
    await all()
    expect(readTimes).to.deep.equal([0, 100, 250, 475])
  })

  it("waits as long as the server asks, even beyond the longest interval", async () => {
    const limited = new RateLimitedError(answer(429, 5_000))
    const { all, readTimes } = watch(() => Promise.reject(limited), {
      minInterval: 100,
      maxInterval: 400,
      timeout: 11_000,
    })
    await all()
    expect(readTimes).to.deep.equal([0, 5_000, 10_000])
  })

  it("reports each error to the caller, and when reads succeed again", async () => {
    const away = new UnreachableError(facts, "away")
    const troubles: unknown[] = []
    const read: Read<number> = (_, index) =>
      index === 1 || index === 2 ? Promise.reject(away) : Promise.resolve({ value: index })
    await watch(read, { timeout: 3_000, onTrouble: (error) => troubles.push(error) }).all()
    expect(troubles).to.deep.equal([away, away, undefined])
  })
})
