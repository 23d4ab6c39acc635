import { expect } from "chai"
import { describe, it } from "mocha"

import { runAttempt } from "#src/http/attempt/runAttempt.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

const error = (code: unknown, name = "Error", cause?: unknown): Error =>
  Object.assign(new Error("http://node.example/secret-key", { cause }), { code, name })

/** One attempt with this `fetch`. */
const attempt = (fetch: typeof globalThis.fetch, posted?: string) =>
  runAttempt({
    ...{ url: new URL("https://api.example/x"), headers: { "x-api-key": "k" }, body: posted, fetch },
    ...{ limit: 60_000, clock: systemClock, signal: undefined },
  })

/** The reason that is given for an error of `fetch`. */
async function reasonOf(thrown: Error): Promise<string> {
  const result = await attempt(() => Promise.reject(thrown))
  return result.kind === "unreachable" && result.response === undefined ? result.reason : `another end: ${result.kind}`
}

/** A response whose body ends with an error. */
const breaking = (thrown: Error, status = 200): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.error(thrown)
      },
    }),
    { status },
  )

describe("a connection that fails", () => {
  for (const [code, reason] of [
    ["ECONNREFUSED", "nothing listens at this address"],
    ["ECONNRESET", "the connection was reset"],
    ["EPIPE", "the connection was closed"],
    ["ENOTFOUND", "the host name is unknown"],
    ["EAI_AGAIN", "the host name could not be looked up"],
    ["EHOSTUNREACH", "there is no route to the host"],
    ["ENETUNREACH", "there is no route to the network"],
    ["ETIMEDOUT", "the connection timed out"],
    ["UND_ERR_CONNECT_TIMEOUT", "the connection timed out"],
    ["UND_ERR_SOCKET", "the connection was closed before the response was complete"],
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "the response is not as long as it says"],
    ["UND_ERR_HEADERS_OVERFLOW", "the response's headers are too large"],
    ["Z_BUF_ERROR", "the connection was closed before the response was complete"],
    ["Z_DATA_ERROR", "the body is not compressed as the headers say"],
    ["HPE_INVALID_CONSTANT", "the response is not HTTP"],
    ["HTTPParserError", "the response is not HTTP"],
    ["EOTHER", "the connection failed"],
    ["ABC", "the connection failed"],
    ["A".repeat(51), "the connection failed"],
  ] as const) {
    it(`with ${code.slice(0, 40)} is explained: ${reason}`, async () => {
      expect(await reasonOf(error(code))).to.equal(`${reason} (${code})`)
    })
  }

  it("is explained by the outermost code, down to the fifth error, or else by the innermost name", async () => {
    const nested = (depth: number, inner: Error): Error =>
      depth === 0 ? inner : error(undefined, `Level${depth}`, nested(depth - 1, inner))
    expect(await reasonOf(nested(4, error("ECONNRESET")))).to.equal("the connection was reset (ECONNRESET)")
    expect(await reasonOf(nested(5, error("ECONNRESET")))).to.equal("the connection failed (Level1)")
    expect(await reasonOf(error("EPIPE", "Outer", error("ECONNRESET")))).to.equal("the connection was closed (EPIPE)")
    expect(await reasonOf(nested(2, error(undefined, "HTTPParserError")))).to.equal(
      "the response is not HTTP (HTTPParserError)",
    )
    const own = error(undefined, "Loop")
    own.cause = own
    expect(await reasonOf(own)).to.equal("the connection failed (Loop)")
  })

  it("shows no code or name that is not one, and never its text", async () => {
    for (const code of ["AB", "A".repeat(52), "1ABC", "A-BC", "see http://node.example/secret-key", 7, null]) {
      expect(await reasonOf(error(code, "Named")), String(code)).to.equal("the connection failed (Named)")
      expect(await reasonOf(error(undefined, String(code))), String(code)).to.match(
        /^the connection failed \((unknown|null)\)$/,
      )
    }
    expect(await reasonOf("secret-key" as unknown as Error)).to.equal("the connection failed (unknown)")
  })

  it("while its body arrives keeps the response, and tells what cannot be decompressed from what was cut", async () => {
    for (const [code, kind] of [
      ["Z_DATA_ERROR", "undecodable"],
      ["Z_BUF_ERROR", "unreachable"],
      ["ECONNRESET", "unreachable"],
    ] as const) {
      const result = await attempt(() => Promise.resolve(breaking(error(code), 503)))
      expect(result.kind, code).to.equal(kind)
      expect("response" in result && result.response?.status, code).to.equal(503)
    }
  })

  it("is thrown as it is where the caller's own fetch refuses the request", async () => {
    const refusal = new InvalidInputError({ argument: "fetch", problem: "it is not mocked", fix: "Mock it." })
    expect(await attempt(() => Promise.reject(refusal)).catch((thrown: unknown) => thrown)).to.equal(refusal)
  })
})

describe("an attempt", () => {
  it("asks for JSON, follows no redirect, and posts what there is to post", async () => {
    const seen: unknown[] = []
    const fetch: typeof globalThis.fetch = async (input) => {
      const { method, redirect, headers } = input as Request
      seen.push([method, redirect, Object.fromEntries(headers), await (input as Request).text()])
      return new Response(null, { status: 204 })
    }
    for (const posted of [undefined, "", "{}"]) {
      const result = await attempt(fetch, posted)
      expect(result.kind === "complete" && result.body.byteLength).to.equal(0)
    }
    const headers = { accept: "application/json", "x-api-key": "k" }
    const text = { ...headers, "content-type": "text/plain;charset=UTF-8" }
    expect(seen).to.deep.equal([
      ["GET", "manual", headers, ""],
      ["POST", "manual", text, ""],
      ["POST", "manual", text, "{}"],
    ])
  })

  it("reads no body of a redirect, by its status, its kind, or because it was followed", async () => {
    const marked = (fields: Readonly<Record<string, unknown>>): Response =>
      Object.defineProperties<Response>(
        breaking(error("ECONNRESET")),
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])),
      )
    const kindOf = async (response: Response) => (await attempt(() => Promise.resolve(response))).kind
    for (const status of [301, 302, 303, 307, 308]) expect(await kindOf(marked({ status }))).to.equal("complete")
    for (const fields of [{ redirected: true }, { type: "opaqueredirect" }]) {
      expect(await kindOf(marked(fields)), JSON.stringify(fields)).to.equal("complete")
    }
    for (const status of [300, 304, 305, 306, 309]) expect(await kindOf(marked({ status }))).to.equal("unreachable")
  })
})
