import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError, statusError, TimeoutError, UnreachableError } from "#src/http/errors.js"
import { isWorthRetrying, readRetryAfter, RetryBudget, waitBeforeRetry } from "#src/http/retryPolicy.js"

const request = { method: "GET", origin: "https://a.org", route: "/", attempts: 1, elapsed: 1 } as const
const answered = (status: number, retryAfter?: number) =>
  statusError({ ...request, status }, { status, ...(retryAfter === undefined ? {} : { retryAfter }) })

describe("isWorthRetrying", () => {
  it("is true of what a server may answer otherwise in a moment, by the status of the response", () => {
    const retried = [400, 401, 404, 408, 418, 429, 500, 501, 502, 503, 504, 505].filter((status) =>
      isWorthRetrying(answered(status)),
    )
    expect(retried).to.deep.equal([408, 429, 500, 502, 503, 504])
    expect(isWorthRetrying(new UnreachableError(request, "closed"))).to.equal(true)
    expect(isWorthRetrying(new TimeoutError(request, 1))).to.equal(true)
    expect(isWorthRetrying(new AbortedError())).to.equal(false)
    expect(isWorthRetrying(new Error("a bug"))).to.equal(false)
    // An envelope under status 200.
    expect(isWorthRetrying(statusError({ ...request, status: 200 }, { status: 500 }))).to.equal(false)
    expect(isWorthRetrying(statusError(request, { status: 500 }))).to.equal(false)
  })
})

describe("waitBeforeRetry", () => {
  it("doubles up to five seconds, by chance, unless the server says how long", () => {
    const wait = (attempts: number, error?: unknown, chance = 1) => waitBeforeRetry(attempts, error, () => chance)
    expect([1, 2, 3, 4, 5, 9].map((attempts) => wait(attempts))).to.deep.equal([500, 1_000, 2_000, 4_000, 5_000, 5_000])
    expect(wait(2, undefined, 0.25)).to.equal(250)
    expect(wait(3, answered(429, 7))).to.equal(7)
    expect(wait(1, answered(429, 0))).to.equal(500)
    expect(wait(1, answered(429))).to.equal(500)
  })
})

describe("readRetryAfter", () => {
  const now = Date.parse("Thu, 26 Nov 2026 02:00:00 GMT")
  const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now)

  it("reads seconds, or a date by the server's own clock, else by this one", () => {
    expect(read({ "retry-after": " 12 " })).to.equal(12_000)
    expect(read({ "retry-after": "0" })).to.equal(0)
    const until = "Thu, 26 Nov 2026 02:00:30 GMT"
    expect(read({ "retry-after": until })).to.equal(30_000)
    expect(read({ "retry-after": until, date: "Thu, 26 Nov 2026 02:00:20 GMT" })).to.equal(10_000)
    expect(read({ "retry-after": until, date: "Thu, 26 Nov 2026 02:00:31 GMT" })).to.equal(0)
    expect(read({ "retry-after": until, date: "soon" })).to.equal(30_000)
    expect(read({ "retry-after": "Thursday, 26-Nov-26 02:00:30 GMT" })).to.equal(30_000)
  })

  it("knows nothing where there is none, or something else", () => {
    for (const text of ["", "soon 1", "1.5", "-1", "Thu, 99 Nov 2026 02:00:30 GMT"]) {
      expect(read({ "retry-after": text }), text).to.equal(undefined)
    }
    expect(read({})).to.equal(undefined)
  })
})

describe("RetryBudget", () => {
  it("has ten retries, and one more for every second response, up to ten", () => {
    const budget = new RetryBudget()
    const spent = (): number => {
      let count = 0
      while (budget.spend()) count += 1
      return count
    }
    expect(spent()).to.equal(10)
    budget.earn()
    expect(spent()).to.equal(0)
    budget.earn()
    expect(spent()).to.equal(1)
    for (let times = 0; times < 100; times += 1) budget.earn()
    expect(spent()).to.equal(10)
  })
})
