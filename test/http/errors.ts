import { expect } from "chai"
import { describe, it } from "mocha"

import * as errors from "#src/http/errors.js"
import { readLimits } from "#src/http/transportOptions.js"

const request = { method: "GET", origin: "https://a.example", route: "/x", attempts: 2, elapsed: 61_000 } as const

describe("errors of requests", () => {
  it("keep the request, and show what is known of it", () => {
    const known = { ...request, status: 503, requestId: "req-1" }
    const error = new errors.UnreachableError(known, "ECONNREFUSED")
    expect(error.request).to.equal(known)
    expect(Object.keys(error)).to.not.include("request")
    expect(error.facts).to.deep.equal({
      method: "GET",
      origin: "https://a.example",
      route: "/x",
      status: "503",
      reason: "ECONNREFUSED",
      attempts: "2",
      elapsed: "1 min 01 s",
      "server request id": "req-1",
    })
    expect(Object.keys(new errors.TimeoutError(request, 1).facts)).to.deep.equal([
      "method",
      "origin",
      "route",
      "attempts",
      "elapsed",
    ])
  })

  it("say what happened and what to do", () => {
    const all = [
      new errors.TimeoutError(request, 90_000),
      new errors.UnreachableError(request, "x"),
      new errors.RedirectRefusedError(request, "https://b.example"),
      new errors.AbortedError(),
      new errors.InsecureUrlError("http://a.example"),
    ]
    expect(all.map(({ code, shortMessage, next = "" }) => [code, shortMessage, next].join(" | "))).to.deep.equal([
      "TIMEOUT | The server did not respond within 1 min 30 s. | Try again later, or allow more time with timeout and totalTimeout of the client.",
      "UNREACHABLE | The server cannot be reached. | Check that the server is running and that the base URL in the configuration is correct.",
      "REDIRECT_REFUSED | The server redirects the request, and redirects are not followed. | If you trust the target, make it the base URL in the configuration.",
      "ABORTED | Stopped by the caller. | ",
      "INSECURE_URL | Only https is allowed in baseUrl, except for http to this machine. | Use https://, or http:// with a loopback host such as 127.0.0.1.",
    ])
    expect(all[2]!.facts).to.include({ "redirects to": "https://b.example" })
    expect(all[4]!.facts).to.deep.equal({ origin: "http://a.example" })
  })

  it("say by its status what a server means", () => {
    const answer = (status: number, more: object = {}) => errors.statusError(request, { status, ...more })
    const told = [400, 401, 402, 403, 404, 405, 428, 429, 430, 499, 500, 503].map((status) => {
      const { code, shortMessage, next = "" } = answer(status)
      return [code, shortMessage, next].join(" | ")
    })
    expect(told).to.deep.equal([
      "HTTP_STATUS | The server answered with status 400. | The server does not accept this request. Compare its parameters with what the server says.",
      "UNAUTHORIZED | The server refused the credentials. | Check the API key in the configuration and that it belongs to this base URL.",
      "HTTP_STATUS | The server answered with status 402. | The server does not accept this request. Compare its parameters with what the server says.",
      "UNAUTHORIZED | The server refused the credentials. | Check the API key in the configuration and that it belongs to this base URL.",
      "NOT_FOUND | The server does not know what was requested. | Check the parameters and the base URL. Something that was just submitted may not be known yet.",
      "HTTP_STATUS | The server answered with status 405. | The server does not accept this request. Compare its parameters with what the server says.",
      "HTTP_STATUS | The server answered with status 428. | The server does not accept this request. Compare its parameters with what the server says.",
      "RATE_LIMITED | The server limits the rate of requests. | Wait a little, and send fewer requests.",
      "HTTP_STATUS | The server answered with status 430. | The server does not accept this request. Compare its parameters with what the server says.",
      "HTTP_STATUS | The server answered with status 499. | The server does not accept this request. Compare its parameters with what the server says.",
      "HTTP_STATUS | The server answered with status 500. | The server failed. Try again later; if it keeps failing, report the server request id to its operators.",
      "HTTP_STATUS | The server answered with status 503. | The server failed. Try again later; if it keeps failing, report the server request id to its operators.",
    ])
    const whole = answer(429, { serverCode: "E7", serverMessage: "slowly", retryAfter: 2_000 })
    expect(whole).to.include({
      status: 429,
      serverCode: "E7",
      serverMessage: "slowly",
      retryAfter: 2_000,
      next: "Try again after 2 s.",
    })
    expect(whole.facts).to.include({ "server code": "E7", "server says": "slowly", "retry after": "2 s" })
    expect(answer(429, { retryAfter: 0 }).facts).to.include({ "retry after": "0 ms" })
  })
})

describe("readLimits", () => {
  it("has defaults for each limit by itself", () => {
    expect(readLimits({})).to.deep.equal({ timeout: 10_000, totalTimeout: 30_000, retries: 3 })
    expect(readLimits({ timeout: 5, totalTimeout: undefined, retries: 0 })).to.deep.equal({
      timeout: 5,
      totalTimeout: 30_000,
      retries: 0,
    })
    expect(readLimits({ totalTimeout: 7 })).to.deep.equal({ timeout: 10_000, totalTimeout: 7, retries: 3 })
  })
})
