import { expect } from "chai"
import { describe, it } from "mocha"

import { readEnvelopeStatus, readServerError } from "#src/http/response/parseResponse.js"
import { failure } from "#test/fixtures/failure.js"
import { json } from "#test/fixtures/servers/fakeFetch.js"
import { createWorld, feeSchema, status } from "#test/fixtures/worlds/messaging/transportWorld.js"

describe("an error shows what the server says", () => {
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
      const { get } = createWorld([status(400, {}, body)])
      expect(await failure(get())).to.include({ code: "HTTP_STATUS", status: 400, serverCode, serverMessage })
    })
  }

  it("whole if it has 300 characters, and shortened if it has more", async () => {
    for (const [length, end] of [
      [300, "x"],
      [301, "\u2026"],
    ] as const) {
      const { get } = createWorld([status(400, {}, { message: "x".repeat(length) })])
      const { serverMessage } = (await failure(get())) as unknown as { serverMessage: string }
      expect([serverMessage.length, serverMessage.at(-1)]).to.deep.equal([300, end])
    }
  })

  it("in plain text", async () => {
    const { get } = createWorld([new Response("missing field : srcTxHash", { status: 400 })])
    expect(await failure(get())).to.include({ serverMessage: "missing field : srcTxHash" })
  })

  for (const [code, expected] of [
    [401, "UNAUTHORIZED"],
    [403, "UNAUTHORIZED"],
    [404, "NOT_FOUND"],
    [429, "RATE_LIMITED"],
    [418, "HTTP_STATUS"],
  ] as const) {
    it(`as ${expected} for ${code}`, async () => {
      const { get } = createWorld([status(code)], { retries: 0 })
      expect(await failure(get())).to.include({ code: expected, status: code })
    })
  }

  it("as a path that is not there, where a page or words that name the path answer, and never where JSON lacks the thing", async () => {
    const reading = async (body: string) =>
      (await failure(createWorld([new Response(body, { status: 404 })]).get())).code
    for (const body of [
      "<!DOCTYPE html><h1>Log in to the network</h1>",
      "\n <html>",
      "404 page not found",
      '{"message":"Cannot GET /messaging/v1/fees"}',
      '{"status":"ERROR","code":"NOT_FOUND","message":"nothing is at /messaging/v1/fees"}',
      '{"timestamp":"2026-01-01","status":404,"error":"Not Found","path":"/messaging/v1/fees"}',
    ])
      expect(await reading(body), body).to.equal("PATH_NOT_FOUND")
    for (const body of [
      "",
      "not found",
      '{"status":"ERROR","code":"NOT_FOUND","message":"no message"}',
      '{"message":"a < b"}',
      "[]",
    ])
      expect(await reading(body), body).to.equal("NOT_FOUND")
  })

  it("also if the error comes in an envelope with status 200", async () => {
    const { get, arrivals } = createWorld([json({ success: false, statusCode: 404, message: "no such quote" })])
    expect(await failure(get())).to.include({ code: "NOT_FOUND", status: 404, serverMessage: "no such quote" })
    expect(arrivals).to.have.length(1)

    const unknown = createWorld([json({ status: "NOT_FOUND", message: "no such quote" })])
    expect(await failure(unknown.get())).to.include({ code: "NOT_FOUND", status: 404 })

    const limited = createWorld([json({ status: "ERROR", code: "RATE_LIMIT_EXCEEDED" })])
    expect(await failure(limited.get())).to.include({ code: "RATE_LIMITED" })
    expect(limited.arrivals).to.have.length(1)
  })

  it("with the facts of the request, without its query", async () => {
    const { transport, clock } = createWorld([status(404, { "server-req-id": "req-1" })], {
      baseUrl: "https://api.example.org/messaging/",
    })
    const error = await failure(
      clock.run(transport.get({ route: "/v1/fees", query: { srcPlug: "0xabc" }, schema: feeSchema })),
    )
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

describe("what a body says", () => {
  it("is an error where the envelope calls it one, with the status that it names", () => {
    for (const [body, expected] of [
      [{ success: false }, 500],
      [{ success: false, statusCode: 404 }, 404],
      [{ success: false, statusCode: 400 }, 400],
      [{ success: false, statusCode: 599 }, 599],
      [{ success: false, statusCode: 399 }, 500],
      [{ success: false, statusCode: 600 }, 500],
      [{ success: false, statusCode: "404" }, 500],
      [{ success: false, code: "UNAUTHORIZED" }, 401],
      [{ status: "ERROR", code: "BAD_REQUEST" }, 400],
      [{ status: "INTERNAL_SERVER_ERROR" }, 500],
      [{ status: "RATE_LIMIT_EXCEEDED", code: "X" }, 429],
      ...["ERROR", "FAIL", "FAILED", "FAILURE"].map((status) => [{ status }, 500] as const),
      [{ success: true, statusCode: 404, code: "NOT_FOUND" }, undefined],
      [{ status: "SUCCESS", statusCode: 404 }, undefined],
      [{ code: "NOT_FOUND" }, undefined],
      [[], undefined],
      [null, undefined],
    ] as const) {
      expect(readEnvelopeStatus(body), JSON.stringify(body)).to.equal(expected)
    }
  })

  it("is the innermost code and message that say something", () => {
    const read = (body: unknown) => {
      const { code, message } = readServerError(body, (text, length) => `${text}/${length ?? ""}`)
      return [code ?? null, message ?? null]
    }
    const inner = { code: 1, message: " ", error: "E", details: { error: { code: "", message: "deep" } } }
    expect([
      read({ code: "A", message: "m" }),
      read({ status: "NOT_FOUND", result: "r" }),
      read({ status: "ELSE", error: "e", result: "r" }),
      read({ code: "A", message: inner }),
      read({ code: "A", error: { ...inner, details: null } }),
      read({ message: {}, error: { message: "m" } }),
      read({ message: 7, code: "  " }),
      read(" plain "),
      read("<html>"),
      read(""),
      read([]),
    ]).to.deep.equal([
      ["A/", "m/300"],
      ["NOT_FOUND/", "r/300"],
      [null, "e/300"],
      ["1/", "deep/300"],
      ["1/", "E/300"],
      [null, "m/300"],
      [null, "7/300"],
      [null, "plain/300"],
      [null, null],
      [null, null],
      [null, null],
    ])
  })
})
