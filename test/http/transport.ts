import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import { createTransport } from "../../src/http/transport.js"
import type { Transport, TransportOptions } from "../../src/http/transport.js"
import { failure, thrown } from "../fixtures/failure.js"
import type { Reply } from "../fixtures/fakeFetch.js"
import { connectionRefused, createFakeFetch, json } from "../fixtures/fakeFetch.js"
import type { ManualClock } from "../fixtures/manualClock.js"
import { createManualClock } from "../fixtures/manualClock.js"

const schema = z.object({ fee: z.string() })
const good = json({ fee: "7" })
const hang = (): Promise<Response> => new Promise(() => undefined)

type World = {
  clock: ManualClock
  transport: Transport
  /** Milliseconds from the start at which requests arrived. */
  arrivals: number[]
  ask: (signal?: AbortSignal) => Promise<{ fee: string }>
}

function createWorld(replies: Reply[], options: Partial<TransportOptions> = {}): World {
  const clock = createManualClock()
  const start = clock.now()
  const arrivals: number[] = []
  const fake = createFakeFetch(...replies)
  const fetch: typeof globalThis.fetch = (input, init) => {
    arrivals.push(clock.now() - start)
    return fake.fetch(input, init)
  }
  const transport = createTransport({ baseUrl: "https://api.example.org", fetch, clock, random: () => 1, ...options })
  const ask = (signal?: AbortSignal): Promise<{ fee: string }> =>
    clock.run(transport.get({ route: "/v1/fees", query: {}, schema, signal }))
  return { clock, transport, arrivals, ask }
}

function status(code: number, headers: Record<string, string> = {}, body: unknown = {}): Response {
  return json(body, { status: code, headers })
}

describe("createTransport", () => {
  describe("asks again", () => {
    it("on 408, 429, 500, 502, 503 and 504, and on no other status", async () => {
      const retried: number[] = []
      for (let code = 400; code < 600; code += 1) {
        const { ask, arrivals } = createWorld([status(code)], { retries: 1 })
        expect((await failure(ask())).facts["attempts"]).to.equal(String(arrivals.length))
        if (arrivals.length > 1) retried.push(code)
      }
      expect(retried).to.deep.equal([408, 429, 500, 502, 503, 504])
    })

    it("when there is no connection, and gives the answer that comes then", async () => {
      const { ask, arrivals } = createWorld([connectionRefused(), connectionRefused(), good])
      expect(await ask()).to.deep.equal({ fee: "7" })
      expect(arrivals).to.have.length(3)
    })

    it("at most three times, with waits that double up to five seconds", async () => {
      const { ask, arrivals } = createWorld([connectionRefused()])
      const error = await failure(ask())
      expect(arrivals).to.deep.equal([0, 500, 1_500, 3_500])
      expect(error.facts).to.include({ attempts: "4", elapsed: "3.5 s" })

      const patient = createWorld([connectionRefused()], { retries: 6, totalTimeout: 60_000 })
      await failure(patient.ask())
      expect(patient.arrivals.map((at, index) => at - (patient.arrivals[index - 1] ?? 0))).to.deep.equal([
        0, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
      ])
    })

    it("after a random part of each wait, so that clients don't come back together", async () => {
      const { ask, arrivals } = createWorld([connectionRefused()], { random: () => 0.1 })
      await failure(ask())
      expect(arrivals).to.deep.equal([0, 50, 150, 350])
    })

    it("not once with retries set to 0", async () => {
      const { ask, arrivals } = createWorld([status(503)], { retries: 0 })
      await failure(ask())
      expect(arrivals).to.have.length(1)
    })

    it("never when the answer does not fit the schema", async () => {
      const { ask, arrivals } = createWorld([json({ fee: 7 })])
      expect(await failure(ask())).to.include({ code: "MALFORMED_RESPONSE" })
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
        const { ask, arrivals } = createWorld([status(429, given), good])
        await ask()
        expect(arrivals).to.deep.equal([0, 12_000])
      })
    }

    it("with 503 too", async () => {
      const { ask, arrivals } = createWorld([status(503, { "retry-after": "2" }), good])
      await ask()
      expect(arrivals).to.deep.equal([0, 2_000])
    })

    it("unless it is more than 30 seconds: then it fails at once and names the wait", async () => {
      const { ask, arrivals } = createWorld([status(429, { "retry-after": "125" })], { totalTimeout: 600_000 })
      const error = await failure(ask())
      expect(error).to.include({ code: "RATE_LIMITED", retryAfter: 125_000, next: "Ask again after 2 min 05 s." })
      expect(arrivals).to.deep.equal([0])
    })

    it("unless the wait does not fit into the total time", async () => {
      const { ask, clock } = createWorld([status(429, { "retry-after": "20" })], { totalTimeout: 15_000 })
      const start = clock.now()
      expect(await failure(ask())).to.include({ code: "RATE_LIMITED", retryAfter: 20_000 })
      expect(clock.now() - start).to.equal(0)
    })
  })

  describe("ends in time", () => {
    it("gives each attempt 10 seconds and all of them 30", async () => {
      const { ask, arrivals, clock } = createWorld([hang], { random: () => 0 })
      const start = clock.now()
      const error = await failure(ask())
      expect(error).to.include({ code: "TIMEOUT" })
      expect(arrivals).to.deep.equal([0, 10_000, 20_000])
      expect(clock.now() - start).to.equal(30_000)
    })

    it("counts the body as part of the attempt", async () => {
      const endless = (): Response => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
      const { ask, clock } = createWorld([endless], { timeout: 3_000, retries: 0 })
      const start = clock.now()
      expect(await failure(ask())).to.include({ code: "TIMEOUT" })
      expect(clock.now() - start).to.equal(3_000)
    })

    it("at once when aborted before, without a request", async () => {
      const { ask, arrivals } = createWorld([good])
      expect(await failure(ask(AbortSignal.abort()))).to.include({ code: "ABORTED" })
      expect(arrivals).to.deep.equal([])
    })

    it("at once when aborted between two attempts", async () => {
      const controller = new AbortController()
      const { transport, clock, arrivals } = createWorld([status(503, { "retry-after": "20" })])
      const asked = failure(transport.get({ route: "/", query: {}, schema, signal: controller.signal }))
      while (arrivals.length === 0) await clock.advance(0)
      await clock.advance(5_000)
      controller.abort()
      expect(await asked).to.include({ code: "ABORTED" })
      expect(clock.sleepers).to.equal(0)
      expect(arrivals).to.have.length(1)
    })

    it("leaves no timer behind", async () => {
      const { ask, clock } = createWorld([status(500), good])
      await ask()
      expect(clock.sleepers).to.equal(0)
    })
  })

  describe("spares a dead server", () => {
    it("by ten retries in all, until it answers again", async () => {
      let dead = true
      const { ask, arrivals } = createWorld([() => (dead ? status(503) : json({ fee: "7" }))])
      for (let asked = 0; asked < 100; asked += 1) await failure(ask())
      expect(arrivals).to.have.length(110)

      dead = false
      for (let asked = 0; asked < 4; asked += 1) await ask()
      dead = true
      arrivals.length = 0
      await failure(ask())
      expect(arrivals).to.have.length(3)
    })
  })

  describe("says what the server says", () => {
    for (const [form, body, serverCode, serverMessage] of [
      ["an envelope with a text", { success: false, statusCode: 400, message: "bad slug" }, undefined, "bad slug"],
      [
        "an envelope with details",
        {
          success: false,
          statusCode: 400,
          message: { error: "x", details: { error: { code: "E7", message: "deep" } } },
        },
        "E7",
        "deep",
      ],
      ["an envelope with an error alone", { success: false, message: { error: "only this" } }, undefined, "only this"],
      ["a gateway's message", { message: "Forbidden" }, undefined, "Forbidden"],
      ["an error", { error: "Invalid transaction hash" }, undefined, "Invalid transaction hash"],
      ["a status with a code", { status: "ERROR", code: "BAD_REQUEST", message: "no" }, "BAD_REQUEST", "no"],
      ["a status that is the code", { status: "BAD_REQUEST", message: "no" }, "BAD_REQUEST", "no"],
      ["a code that is a number", { error: { code: 12, message: "no" } }, "12", "no"],
      ["nothing that is known", { why: ["?"] }, undefined, undefined],
      ["an array", [1], undefined, undefined],
      ["null", null, undefined, undefined],
    ] as const) {
      it(`in ${form}`, async () => {
        const { ask } = createWorld([status(400, {}, body)])
        expect(await failure(ask())).to.include({ code: "HTTP_STATUS", status: 400, serverCode, serverMessage })
      })
    }

    it("in plain text", async () => {
      const { ask } = createWorld([new Response("missing field : srcTxHash", { status: 400 })])
      expect(await failure(ask())).to.include({ serverMessage: "missing field : srcTxHash" })
    })

    for (const [code, expected] of [
      [401, "UNAUTHORIZED"],
      [403, "UNAUTHORIZED"],
      [404, "NOT_FOUND"],
      [429, "RATE_LIMITED"],
      [418, "HTTP_STATUS"],
    ] as const) {
      it(`as ${expected} for ${code}`, async () => {
        const { ask } = createWorld([status(code)], { retries: 0 })
        expect(await failure(ask())).to.include({ code: expected, status: code })
      })
    }

    it("also when an error comes in an envelope under status 200", async () => {
      const { ask, arrivals } = createWorld([json({ success: false, statusCode: 404, message: "no such quote" })])
      expect(await failure(ask())).to.include({ code: "NOT_FOUND", status: 404, serverMessage: "no such quote" })
      expect(arrivals).to.have.length(1)

      const limited = createWorld([json({ status: "ERROR", code: "RATE_LIMIT_EXCEEDED" })])
      expect(await failure(limited.ask())).to.include({ code: "RATE_LIMITED" })
      expect(limited.arrivals).to.have.length(1)
    })

    it("with the facts of the request, and none of its query", async () => {
      const { transport, clock } = createWorld([status(404, { "server-req-id": "req-1" })], {
        baseUrl: "https://api.example.org/messaging/",
      })
      const error = await failure(clock.run(transport.get({ route: "/v1/fees", query: { srcPlug: "0xabc" }, schema })))
      expect(error.facts).to.deep.equal({
        method: "GET",
        origin: "https://api.example.org",
        route: "/messaging/v1/fees",
        status: "404",
        attempts: "1",
        elapsed: "0 ms",
        "server request id": "req-1",
      })
    })
  })

  describe("points at what differs from the schema", () => {
    const nested = z.object({ result: z.array(z.object({ from: z.object({ slug: z.number() }) })) })

    async function mismatch(body: unknown, against: z.ZodType = nested): Promise<Readonly<Record<string, string>>> {
      const { transport, clock } = createWorld([json(body)])
      const error = await failure(clock.run(transport.get({ route: "/", query: {}, schema: against })))
      expect(error.code).to.equal("MALFORMED_RESPONSE")
      return error.facts
    }

    it("by its path and what is there", async () => {
      const facts = await mismatch({ result: [{ from: { slug: 1 } }, { from: { slug: "one" } }] })
      expect(facts).to.include({ path: "result[1].from.slug", found: '"one"' })
    })

    it("by what is missing", async () => {
      expect(await mismatch({ result: [{}] })).to.include({ path: "result[0].from", found: "nothing" })
    })

    it("as the whole when that is wrong", async () => {
      expect(await mismatch([1, 2])).to.include({ path: "the body itself", found: "an array of 2" })
      expect(await mismatch(null)).to.include({ path: "the body itself", found: "null" })
    })

    it("without repeating it", async () => {
      const facts = await mismatch({ result: "x".repeat(100_000) })
      expect(facts["found"]).to.have.length.below(80)
      const wide = await mismatch({
        result: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, i])),
      })
      expect(wide["found"]).to.have.length.below(100)
    })

    it("in the alternative of a union that was meant", async () => {
      const either = z.union([z.object({ other: z.string() }), nested, z.array(z.string())])
      expect(await mismatch({ result: [{ from: { slug: null } }] }, either)).to.include({
        path: "result[0].from.slug",
        found: "null",
      })
    })

    it("even when a schema's transform throws", async () => {
      const exploding = z.object({ fee: z.string().transform((text) => BigInt(text)) })
      expect(await mismatch({ fee: "sesame" }, exploding)).to.include({ path: "the body itself" })
    })
  })

  describe("refuses at once", () => {
    for (const baseUrl of [
      "http://api.example.org",
      "http://10.0.0.1",
      "ftp://127.0.0.1",
      "http://localhost.example.org",
    ]) {
      it(`${baseUrl}, which is neither https nor this machine`, () => {
        expect(thrown(() => createTransport({ baseUrl }))).to.include({ code: "INSECURE_URL" })
      })
    }

    for (const baseUrl of [
      "https://a.org",
      "http://127.0.0.1:8645",
      "http://127.1.2.3",
      "http://localhost:1",
      "http://[::1]:1",
    ]) {
      it(`not ${baseUrl}`, () => {
        expect(createTransport({ baseUrl }).origin).to.equal(new URL(baseUrl).origin)
      })
    }

    it("a base URL that is none, carries credentials or a query, without repeating it", () => {
      for (const baseUrl of [
        "sesame",
        "https://user:sesame@a.org",
        "https://a.org?key=sesame",
        "https://a.org#sesame",
      ]) {
        const error = thrown(() => createTransport({ baseUrl }))
        expect(error.code).to.equal("INVALID_INPUT")
        expect(error.stack).to.not.include("sesame")
      }
    })

    it("a header that can't be sent, without showing its value", () => {
      for (const value of ["sesame\r\nx: y", "sesame\u2713"]) {
        const error = thrown(() => createTransport({ baseUrl: "https://a.org", headers: { "x-api-key": value } }))
        expect(error.message).to.match(/^header "x-api-key": /)
        expect(error.stack).to.not.include("sesame")
      }
    })

    for (const limits of [
      { timeout: 0 },
      { totalTimeout: Infinity },
      { timeout: Number.NaN },
      { retries: -1 },
      { retries: 1.5 },
    ]) {
      it(`the limit ${Object.entries(limits).join(" ")}`, () => {
        expect(thrown(() => createTransport({ baseUrl: "https://a.org", ...limits }))).to.include({
          code: "INVALID_INPUT",
        })
      })
    }
  })

  it("refuses what a fetch brings back that has followed a redirect", async () => {
    const followed = Object.defineProperties(json({ fee: "7" }), {
      redirected: { value: true },
      url: { value: "https://elsewhere.example.org/x" },
    })
    const { ask } = createWorld([() => followed])
    const error = await failure(ask())
    expect(error).to.include({ code: "REDIRECT_REFUSED" })
    expect(error.facts).to.include({ "redirects to": "https://elsewhere.example.org" })
  })
})
