import { getEventListeners } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createTransport } from "#src/http/transport.js"
import { failure } from "#test/fixtures/failure.js"
import { connectionRefused, json } from "#test/fixtures/servers/fakeFetch.js"
import { createWorld, feeSchema, good, status } from "#test/fixtures/worlds/messaging/transportWorld.js"

const hang = (): Promise<never> => new Promise(() => undefined)

describe("createTransport", () => {
  it("understands a base URL that ends as the route begins, with or without a slash", async () => {
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = (input) => {
      asked.push(new URL(input instanceof Request ? input.url : input).pathname)
      return Promise.resolve(good.clone())
    }
    for (const [path, route] of [
      ["/messaging/v1", "/v1/fees"],
      ["/messaging/v1//", "/v1/fees"],
      ["/v3/swap/", "/v3/swap/quote"],
      ["/v3", "/v3/swap/quote"],
      ["/swap", "/v3/swap/quote"],
      ["/apiv1", "/v1/fees"],
      ["/v1/fees", "/v1/fees"],
      ["/getAddresses", "/getAddresses"],
    ] as const) {
      await createTransport({ baseUrl: `https://api.example.org${path}`, fetch }).get({
        route,
        query: {},
        schema: feeSchema,
      })
    }
    expect(asked).to.deep.equal([
      ...["/messaging/v1/fees", "/messaging/v1/fees", "/v3/swap/quote", "/v3/swap/quote", "/swap/v3/swap/quote"],
      ...["/apiv1/v1/fees", "/v1/fees/v1/fees", "/getAddresses/getAddresses"],
    ])
  })

  describe("retries", () => {
    it("on 408, 429, 500, 502, 503 and 504, and on no other status", async () => {
      const retried: number[] = []
      for (let code = 400; code < 600; code += 1) {
        const { get, arrivals } = createWorld([status(code)], { retries: 1 })
        expect((await failure(get())).facts["attempts"]).to.equal(String(arrivals.length))
        if (arrivals.length > 1) retried.push(code)
      }
      expect(retried).to.deep.equal([408, 429, 500, 502, 503, 504])
    })

    it("without a connection, and returns the response of a later attempt", async () => {
      const { get, arrivals } = createWorld([connectionRefused(), connectionRefused(), good])
      expect(await get()).to.deep.equal({ fee: "7" })
      expect(arrivals).to.have.length(3)
    })

    it("at most three times, with waits that double up to five seconds", async () => {
      const { get, arrivals } = createWorld([connectionRefused()])
      const error = await failure(get())
      expect(arrivals).to.deep.equal([0, 500, 1_500, 3_500])
      expect(error.facts).to.include({ attempts: "4", elapsed: "3.5 s" })

      const persistent = createWorld([connectionRefused()], { retries: 6, totalTimeout: 60_000 })
      await failure(persistent.get())
      expect(persistent.arrivals.map((at, index) => at - (persistent.arrivals[index - 1] ?? 0))).to.deep.equal([
        0, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
      ])
    })

    it("after a random part of each wait, so that clients do not return together", async () => {
      const { get, arrivals } = createWorld([connectionRefused()], { random: () => 0.1 })
      await failure(get())
      expect(arrivals).to.deep.equal([0, 50, 150, 350])
    })

    it("never with retries set to 0", async () => {
      const { get, arrivals } = createWorld([status(503)], { retries: 0 })
      await failure(get())
      expect(arrivals).to.have.length(1)
    })

    it("never after a response that does not match the schema", async () => {
      const { get, arrivals } = createWorld([json({ fee: 7 })])
      expect(await failure(get())).to.include({ code: "MALFORMED_RESPONSE" })
      expect(arrivals).to.have.length(1)
    })
  })

  describe("waits as the server asks", () => {
    const headers = { date: "Fri, 20 Nov 2026 12:00:00 GMT" }
    for (const [form, given] of [
      ["seconds", { "retry-after": "12" }],
      ["a date", { ...headers, "retry-after": "Fri, 20 Nov 2026 12:00:12 GMT" }],
      ["a date without the server's own", { "retry-after": "Thu, 01 Jan 2026 00:00:12 GMT" }],
    ] as const) {
      it(`in ${form}`, async () => {
        const { get, arrivals } = createWorld([status(429, given), good])
        await get()
        expect(arrivals).to.deep.equal([0, 12_000])
      })
    }

    it("with 503 too", async () => {
      const { get, arrivals } = createWorld([status(503, { "retry-after": "2" }), good])
      await get()
      expect(arrivals).to.deep.equal([0, 2_000])
    })

    it("unless the wait is more than 30 seconds: then it fails at once and names the wait", async () => {
      const { get, arrivals } = createWorld([status(429, { "retry-after": "125" })], { totalTimeout: 600_000 })
      const error = await failure(get())
      expect(error).to.include({ code: "RATE_LIMITED", retryAfter: 125_000, next: "Try again after 2 min 05 s." })
      expect(arrivals).to.deep.equal([0])
    })

    it("up to 30 seconds, and up to the last moment of the total time", async () => {
      for (const [seconds, totalTimeout, requests] of [
        [30, 600_000, 2],
        [31, 600_000, 1],
        [14, 15_000, 2],
        [15, 15_000, 1],
      ] as const) {
        const { get, arrivals } = createWorld([status(429, { "retry-after": String(seconds) }), good], { totalTimeout })
        await get().catch(() => undefined)
        expect(arrivals, `${seconds} s of ${totalTimeout} ms`).to.have.length(requests)
      }
    })

    it("unless the wait exceeds the total time", async () => {
      const { get, clock } = createWorld([status(429, { "retry-after": "20" })], { totalTimeout: 15_000 })
      const start = clock.now()
      expect(await failure(get())).to.include({ code: "RATE_LIMITED", retryAfter: 20_000 })
      expect(clock.now() - start).to.equal(0)
    })
  })

  describe("ends in time", () => {
    it("gives each attempt 10 seconds and all of them 30", async () => {
      const { get, arrivals, clock } = createWorld([hang], { random: () => 0 })
      const start = clock.now()
      const error = await failure(get())
      expect(error).to.include({ code: "TIMEOUT" })
      expect(arrivals).to.deep.equal([0, 10_000, 20_000])
      expect(clock.now() - start).to.equal(30_000)
    })

    it("counts the body as part of the attempt", async () => {
      const endless = (): Response => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
      const { get, clock } = createWorld([endless], { timeout: 3_000, retries: 0 })
      const start = clock.now()
      expect(await failure(get())).to.include({ code: "TIMEOUT" })
      expect(clock.now() - start).to.equal(3_000)
    })

    it("cancels a body at the limit of time and of size, even a body of the caller's own fetch", async () => {
      for (const chunk of [undefined, new Uint8Array(6 * 2 ** 20)]) {
        let cancelled = false
        const body = new ReadableStream<Uint8Array>({
          pull: async (stream) => {
            if (chunk === undefined) await hang()
            else stream.enqueue(chunk)
          },
          cancel: () => {
            cancelled = true
          },
        })
        const { get } = createWorld([() => new Response(body)], { retries: 0 })
        expect((await failure(get())).code).to.be.oneOf(["TIMEOUT", "RESPONSE_TOO_LARGE"])
        expect(cancelled).to.equal(true)
      }
    })

    it("at once if aborted before, without a request", async () => {
      const { get, arrivals } = createWorld([good])
      expect(await failure(get(AbortSignal.abort()))).to.include({ code: "ABORTED" })
      expect(arrivals).to.deep.equal([])
    })

    it("at once if aborted between two attempts", async () => {
      const controller = new AbortController()
      const { transport, clock, arrivals } = createWorld([status(503, { "retry-after": "20" })])
      const request = failure(transport.get({ route: "/", query: {}, schema: feeSchema, signal: controller.signal }))
      while (arrivals.length === 0) await clock.advance(0)
      await clock.advance(5_000)
      controller.abort()
      expect(await request).to.include({ code: "ABORTED" })
      expect(clock.sleepers).to.equal(0)
      expect(arrivals).to.have.length(1)
    })

    it("leaves no timer behind", async () => {
      const { get, clock } = createWorld([status(500), good])
      await get()
      expect(clock.sleepers).to.equal(0)
    })
  })

  describe("spares a dead server", () => {
    it("by ten retries in all, until it answers again", async () => {
      let dead = true
      const { get, arrivals } = createWorld([() => (dead ? status(503) : json({ fee: "7" }))])
      for (let request = 0; request < 100; request += 1) await failure(get())
      expect(arrivals).to.have.length(110)

      dead = false
      for (let request = 0; request < 4; request += 1) await get()
      dead = true
      arrivals.length = 0
      await failure(get())
      expect(arrivals).to.have.length(3)
    })
  })

  describe("refills its retries by every answer that is no failure", () => {
    /** Spends all ten retries, lets the server answer twice in this way, and counts the requests of one that fails again. */
    async function requestsAfter(answered: Response): Promise<number> {
      let answer = status(503)
      const { get, arrivals } = createWorld([() => answer.clone()])
      for (let request = 0; request < 4; request += 1) await failure(get())
      answer = answered
      for (let request = 0; request < 2; request += 1) await get().catch(() => undefined)
      answer = status(503)
      arrivals.length = 0
      await failure(get())
      return arrivals.length
    }

    for (const [name, answered] of [
      ["that succeeds", good],
      ["that the thing is unknown, as watches of new transactions get it for minutes", status(404)],
      ["that the request is refused", status(400)],
    ] as const) {
      it(`such as one ${name}`, async () => {
        expect(await requestsAfter(answered)).to.equal(2)
      })
    }
  })

  it("calls a 500 a failure of the server, and a 499 one of the request", async () => {
    const [server, request] = await Promise.all(
      [500, 499].map((code) => failure(createWorld([status(code)], { retries: 0 }).get())),
    )
    expect(server?.next).to.be.a("string").and.not.equal(request?.next)
  })

  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController()
    const { get } = createWorld([status(503), good, status(404), json({ fee: 7 })])
    for (let request = 0; request < 3; request += 1) await get(signal).catch(() => undefined)
    expect(getEventListeners(signal, "abort")).to.have.length(0)
  })

  it("refuses a response of a fetch that has followed a redirect", async () => {
    const followed = Object.defineProperties(json({ fee: "7" }), {
      redirected: { value: true },
      url: { value: "https://elsewhere.example.org/x" },
    })
    const { get } = createWorld([() => followed])
    const error = await failure(get())
    expect(error).to.include({ code: "REDIRECT_REFUSED" })
    expect(error.facts).to.include({ "redirects to": "https://elsewhere.example.org" })
  })
})
