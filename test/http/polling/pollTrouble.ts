import { expect } from "chai"
import { describe, it } from "mocha"

import type { ErrorResponse } from "../../../src/http/errors.js"
import {
  HttpStatusError,
  MalformedResponseError,
  NotFoundError,
  RateLimitedError,
  TimeoutError,
  UnauthorizedError,
  UnreachableError,
} from "../../../src/http/errors.js"
import { PlugsError } from "../../../src/primitives/PlugsError.js"
import type { Read } from "../../fixtures/servers/watchedPoll.js"
import { facts, watch } from "../../fixtures/servers/watchedPoll.js"

const refusal = (status: number, retryAfter?: number): ErrorResponse => ({ status, complaint: {}, retryAfter })

describe("poll, when a look fails", () => {
  for (const error of [
    new UnreachableError(facts, "away"),
    new TimeoutError(facts, 10_000),
    new RateLimitedError(facts, refusal(429)),
    new HttpStatusError(facts, refusal(503)),
    new HttpStatusError(facts, refusal(521)),
    new HttpStatusError(facts, refusal(408)),
  ]) {
    it(`waits ${error.code} ${error.facts["status"] ?? ""} out`, async () => {
      const read: Read<string> = (_, look) => (look < 3 ? Promise.reject(error) : Promise.resolve({ value: "back" }))
      expect((await watch(read).all())[0]).to.equal("back")
    })
  }

  for (const error of [
    new UnauthorizedError(facts, refusal(401)),
    new MalformedResponseError(facts, "it is not JSON", {}),
    new NotFoundError(facts, refusal(404)),
    new HttpStatusError(facts, refusal(400)),
    new TypeError("a bug"),
  ]) {
    it(`ends at once with ${error instanceof PlugsError ? error.code : "a bug"}`, async () => {
      const { all, looks } = watch(() => Promise.reject(error))
      expect(await all().catch((caught: unknown) => caught)).to.equal(error)
      expect(looks).to.have.length(1)
    })
  }

  it("ends at once with what is thrown before there is a promise", async () => {
    const bug = new TypeError("a bug")
    const { all } = watch(() => {
      throw bug
    })
    expect(await all().catch((caught: unknown) => caught)).to.equal(bug)
  })

  it("waits out what the caller chooses", async () => {
    const unknownYet = new NotFoundError(facts, refusal(404))
    const { all, looks } = watch(() => Promise.reject(unknownYet), { isRetryable: (error) => error === unknownYet })
    expect(await all()).to.deep.equal([])
    expect(looks).to.have.length.above(3)
  })

  it("looks less and less often", async () => {
    const { all, looks } = watch(() => Promise.reject(new UnreachableError(facts, "away")), {
      minInterval: 100,
      timeout: 500,
    })
    await all()
    expect(looks).to.deep.equal([0, 100, 250, 475])
  })

  it("waits as long as the server asks, above the longest interval too", async () => {
    const limited = new RateLimitedError(facts, refusal(429, 5_000))
    const { all, looks } = watch(() => Promise.reject(limited), {
      minInterval: 100,
      maxInterval: 400,
      timeout: 11_000,
    })
    await all()
    expect(looks).to.deep.equal([0, 5_000, 10_000])
  })

  it("tells the caller of each trouble, and when it is over", async () => {
    const away = new UnreachableError(facts, "away")
    const troubles: unknown[] = []
    const read: Read<number> = (_, look) =>
      look === 1 || look === 2 ? Promise.reject(away) : Promise.resolve({ value: look })
    await watch(read, { timeout: 3_000, onTrouble: (error) => troubles.push(error) }).all()
    expect(troubles).to.deep.equal([away, away, undefined])
  })
})
