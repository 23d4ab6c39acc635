import { expect } from "chai"
import { describe, it } from "mocha"

import { createTransport } from "#src/http/transport.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { createWorld, feeSchema, status } from "#test/fixtures/worlds/messaging/transportWorld.js"

describe("createTransport refuses at once", () => {
  for (const baseUrl of [
    "http://api.example.org",
    "http://10.0.0.1",
    "ftp://127.0.0.1",
    "http://localhost.example.org",
  ]) {
    it(`S-29 ${baseUrl}, which is neither https nor this machine`, () => {
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

  it("an invalid base URL, or one with credentials or a query, without repeating it", () => {
    for (const baseUrl of [
      "sesame",
      "https://user:sesame@a.org",
      "https://sesame@a.org",
      "https://a.org?key=sesame",
      "https://a.org#sesame",
    ]) {
      const error = thrown(() => createTransport({ baseUrl }))
      expect(error.code).to.equal("INVALID_INPUT")
      expect(error.stack).to.not.include("sesame")
    }
  })

  it("an invalid header, without showing its value", () => {
    for (const value of ["sesame\r\nx: y", "sesame\u2713"]) {
      const error = thrown(() => createTransport({ baseUrl: "https://a.org", headers: { "x-api-key": value } }))
      expect(error.message).to.match(/^Header "x-api-key": /)
      expect(error.stack).to.not.include("sesame")
    }
  })

  for (const limits of [
    { timeout: 0 },
    { totalTimeout: 0 },
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

  it("not the smallest limits", () => {
    for (const limits of [{ timeout: 0.5 }, { totalTimeout: 1 }, { retries: 0 }])
      expect(createTransport({ baseUrl: "https://a.org", ...limits }).origin).to.equal("https://a.org")
  })

  it("a route that would lead to another host", async () => {
    const { transport, clock } = createWorld([status(404)])
    const error = await failure(
      clock.run(transport.get({ route: "//evil.example.org/x", query: {}, schema: feeSchema })),
    )
    expect(error.facts).to.include({ origin: "https://api.example.org", route: "//evil.example.org/x" })
  })
})
