import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import type { TransportOptions } from "#src/http/transport.js"
import { createTransport } from "#src/http/transport.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import type { Behaviour, HostileServer } from "#test/fixtures/servers/hostileServer.js"
import {
  answer,
  answerJson,
  flood,
  gzipBomb,
  lieAboutLength,
  redirect,
  reset,
  speakNonsense,
  stallBeforeBody,
  stallBeforeHeaders,
  startHostileServer,
  trickle,
  truncate,
} from "#test/fixtures/servers/hostileServer.js"

const schema = z.object({ fee: z.string() })
const good = answerJson({ fee: "7" })

/** Sends one request, once. The time limits are those of a user, so that a busy machine does not reach them. */
async function get(server: { url: string }, options: Partial<TransportOptions> = {}): Promise<{ fee: string }> {
  const transport = createTransport({
    baseUrl: server.url,
    headers: { "x-api-key": "sesame-open" },
    retries: 0,
    random: () => 0,
    ...options,
  })
  return await transport.get({ route: "/v1/fees", query: { srcChainSlug: 41001 }, schema })
}

async function failureOf(behaviour: Behaviour, options: Partial<TransportOptions> = {}): Promise<PlugsError> {
  await using server = await startHostileServer(behaviour)
  return await failure(get(server, options))
}

/** Waits for something that the network does in its own time, such as noticing that a connection is closed. */
async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

describe("transport against a hostile server", () => {
  describe("S-28 that is slow", () => {
    for (const [what, behaviour] of [
      ["never answers", stallBeforeHeaders()],
      ["never sends the body", stallBeforeBody()],
      ["trickles the body for ever", trickle()],
    ] as const) {
      it(`ends the attempt in time when the server ${what}, and closes the connection`, async () => {
        await using server = await startHostileServer(behaviour)
        const clock = createManualClock()
        const request = failure(get(server, { timeout: 50, clock }))
        await eventually(() => server.requests.length === 1)
        await clock.advance(50)
        expect(await request).to.include({ code: "TIMEOUT", shortMessage: "The server did not respond within 50 ms." })
        await eventually(() => server.connections === 0)
      })
    }

    it("gives the next attempt a new connection", async () => {
      await using server = await startHostileServer(trickle(), stallBeforeHeaders(), good)
      const clock = createManualClock()
      const request = get(server, { retries: 2, timeout: 100, clock })
      for (const attempts of [1, 2]) {
        await eventually(() => server.requests.length === attempts)
        await clock.advance(100)
      }
      expect(await request).to.deep.equal({ fee: "7" })
      expect(server.requests).to.have.length(3)
    })

    it("stops at the total time even if retries are left", async () => {
      await using server = await startHostileServer(stallBeforeHeaders())
      const clock = createManualClock()
      const request = failure(get(server, { timeout: 40, totalTimeout: 60, retries: 9, clock }))
      for (const [attempts, passes] of [
        [1, 40],
        [2, 20],
      ] as const) {
        await eventually(() => server.requests.length === attempts)
        await clock.advance(passes)
      }
      expect(await request).to.include({ code: "TIMEOUT", shortMessage: "The server did not respond within 60 ms." })
      expect(server.requests).to.have.length(2)
    })

    it("reports an error status even if its body never arrives", async () => {
      await using server = await startHostileServer(stallBeforeBody({ status: 401 }))
      const clock = createManualClock()
      expect(await clock.run(failure(get(server, { clock })))).to.include({ code: "UNAUTHORIZED", status: 401 })
    })

    it("ends at once when the caller aborts, and closes the connection", async () => {
      await using server = await startHostileServer(trickle())
      const controller = new AbortController()
      const transport = createTransport({ baseUrl: server.url })
      const request = failure(transport.get({ route: "/", query: {}, schema, signal: controller.signal }))
      await eventually(() => server.requests.length === 1)
      controller.abort(new Error("a reason that is not ours"))
      expect(await request).to.include({ code: "ABORTED" })
      await eventually(() => server.connections === 0)
    })
  })

  describe("that breaks the connection", () => {
    for (const [what, behaviour, reason] of [
      ["resets it before answering", reset(), /reset|closed/],
      ["resets it in the body", reset({ after: "headers" }), /reset|closed/],
      ["closes it in the middle of a chunk", truncate(`{"fee":"7"}`), /closed/],
      ["claims more than it sends", lieAboutLength({ claimed: 100, body: `{"fee":"7"}` }), /not as long|closed/],
      ["does not speak HTTP", speakNonsense(), /not HTTP/],
    ] as const) {
      it(`says so when it ${what}, and sends the request again`, async () => {
        await using server = await startHostileServer(behaviour)
        const error = await failure(get(server, { retries: 1 }))
        expect(error.code).to.equal("UNREACHABLE")
        expect(error.facts["reason"]).to.match(reason)
        expect(server.requests).to.have.length(2)
      })
    }

    it("reads only as far as a too short content length, and finds the response incomplete", async () => {
      const error = await failureOf(lieAboutLength({ claimed: 5, body: `{"fee":"7"}` }))
      expect(error.code).to.be.oneOf(["MALFORMED_RESPONSE", "UNREACHABLE"])
    })

    it("succeeds once the server is back", async () => {
      await using server = await startHostileServer(reset(), good)
      expect(await get(server, { retries: 1 })).to.deep.equal({ fee: "7" })
    })

    it("says that nothing listens", async () => {
      const server = await startHostileServer(good)
      await server.stop()
      const error = await failure(get(server))
      expect(error).to.include({ code: "UNREACHABLE" })
      expect(error.facts).to.include({ reason: "nothing listens at this address (ECONNREFUSED)", origin: server.url })
    })
  })

  describe("S-28 that sends too much", () => {
    it("stops reading a body of 200 MB after little more than the limit", async () => {
      await using server = await startHostileServer(flood(200_000_000))
      const error = await failure(get(server))
      expect(error).to.include({ code: "RESPONSE_TOO_LARGE" })
      await eventually(() => server.connections === 0)
      expect(server.bytesSent).to.be.below(30_000_000)
    })

    it("counts a gzip bomb after decompression", async () => {
      const error = await failureOf(gzipBomb(16 * 2 ** 20))
      expect(error).to.include({ code: "RESPONSE_TOO_LARGE" })
    })

    it("reports an error status even if its body is endless", async () => {
      const error = await failureOf(flood(200_000_000, { status: 404 }))
      expect(error).to.include({ code: "NOT_FOUND" })
    })

    it("does not retry a response that is too large", async () => {
      await using server = await startHostileServer(flood(6 * 2 ** 20))
      await failure(get(server, { retries: 3 }))
      expect(server.requests).to.have.length(1)
    })
  })

  describe("S-29 that redirects", () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`refuses a ${status} to another origin, which never sees the key`, async () => {
        await using thief = await startHostileServer(good)
        await using server = await startHostileServer(redirect(`${thief.url}/steal?key=1`, status))
        const error = await failure(get(server, { retries: 3 }))
        expect(error).to.include({ code: "REDIRECT_REFUSED" })
        expect(error.facts).to.include({ "redirects to": thief.url, status: String(status) })
        expect(thief.requests).to.have.length(0)
        expect(server.requests).to.have.length(1)
      })
    }

    it("refuses a redirect to its own origin as well", async () => {
      await using server = await startHostileServer(redirect("/v2/fees"))
      expect(await failure(get(server))).to.include({ code: "REDIRECT_REFUSED" })
      expect(server.requests).to.have.length(1)
    })

    for (const location of ["", "http://", "javascript:alert(1)"]) {
      it(`refuses one to ${JSON.stringify(location)}`, async () => {
        expect(await failureOf(redirect(location))).to.include({ code: "REDIRECT_REFUSED" })
      })
    }
  })

  describe("that answers with something else", () => {
    for (const [what, behaviour, problem] of [
      ["nothing, with 200", answer(), "its body is empty"],
      ["nothing, with 204", answer({ status: 204 }), "its body is empty"],
      ["bytes that are not UTF-8", answer({ body: Uint8Array.of(0x22, 0xff, 0xfe, 0x22) }), "it is not UTF-8"],
      ["broken JSON", answer({ body: `{"fee":"7"` }), "it is not JSON"],
      ["an HTML page, with 200", answer({ body: "<!doctype html><title>Hello</title>" }), "it is not JSON"],
      [
        "text that claims to be compressed",
        answer({ headers: { "content-encoding": "gzip" }, body: "{}" }),
        "compressed",
      ],
      ["another shape", answerJson({ fee: 7 }), "fee is not as specified"],
    ] as const) {
      it(`says so when it is ${what}, and does not send the request again`, async () => {
        await using server = await startHostileServer(behaviour)
        const error = await failure(get(server, { retries: 3 }))
        expect(error.code).to.equal("MALFORMED_RESPONSE")
        expect(error.shortMessage).to.include(problem)
        expect(server.requests).to.have.length(1)
      })
    }

    it("parses valid JSON whatever its content type, even with a byte order mark", async () => {
      const behaviour = answer({ headers: { "content-type": "text/html; charset=latin1" }, body: `\uFEFF{"fee":"é"}` })
      await using server = await startHostileServer(behaviour)
      expect(await get(server)).to.deep.equal({ fee: "é" })
    })

    it("removes escape sequences of an error page", async () => {
      const error = await failureOf(answer({ status: 400, body: "\u001b]0;owned\u0007 missing field : srcTxHash\r\n" }))
      expect(error.facts["server says"]).to.equal("]0;owned missing field : srcTxHash")
    })

    it("does not repeat an HTML error page", async () => {
      const error = await failureOf(answer({ status: 503, body: "<html><h1>Bad gateway</h1></html>" }))
      expect(error).to.include({ code: "HTTP_STATUS", status: 503, serverMessage: undefined })
    })
  })

  describe("that limits the rate of requests", () => {
    const sent = "Fri, 20 Nov 2026 12:00:00 GMT"
    for (const [form, headers, retryAfter] of [
      ["in seconds", { "retry-after": "12" }, 12_000],
      [
        "by a date, measured against its own clock",
        { "retry-after": "Fri, 20 Nov 2026 12:01:30 GMT", date: sent },
        90_000,
      ],
      ["by a date that is over", { "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT", date: sent }, 0],
      ["in a form that nobody knows", { "retry-after": "soon 1" }, undefined],
    ] as const) {
      it(`reads the wait that it gives ${form}`, async () => {
        const error = await failureOf(answer({ status: 429, headers }))
        expect(error).to.include({ code: "RATE_LIMITED", retryAfter })
      })
    }
  })

  it("sends a GET request with the headers and the defined query parameters", async () => {
    await using server = await startHostileServer(good)
    const transport = createTransport({ baseUrl: `${server.url}/messaging/`, headers: { "x-api-key": "sesame-open" } })
    const query = { a: 1, b: 10n ** 30n, c: "x y&z", d: undefined }
    await transport.get({ route: "/v1/fees", query, schema })
    const [request] = server.requests
    expect(request).to.include({ method: "GET", path: `/messaging/v1/fees?a=1&b=1${"0".repeat(30)}&c=x+y%26z` })
    expect(request?.headers).to.include({ "x-api-key": "sesame-open", accept: "application/json" })
  })

  it("reuses connections", async () => {
    await using server = await startHostileServer(good)
    const transport = createTransport({ baseUrl: server.url })
    for (let request = 0; request < 20; request += 1) await transport.get({ route: "/v1/fees", query: {}, schema })
    expect(server.connections).to.be.at.most(2)
  })

  it("leaves nothing of the server running after it is stopped", async () => {
    const server: HostileServer = await startHostileServer(trickle())
    await failure(get(server, { timeout: 20 }))
    await server.stop()
    expect(server.connections).to.equal(0)
  })
})
