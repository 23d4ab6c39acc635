import { expect } from "chai"
import { describe, it } from "mocha"

import { createTransport, type TransportPost } from "#src/http/transport.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { connectionRefused, createFakeFetch, json, type Reply } from "#test/fixtures/servers/fakeFetch.js"

const baseUrl = "https://hooks.example/a/b"
const sent: TransportPost = { body: '{"a":1}', headers: { "x-signature": "s" } }

/** Posts to a server that answers so, and says what it got. */
async function post(replies: readonly Reply[], { signal }: Pick<TransportPost, "signal"> = {}) {
  const { fetch, requests } = createFakeFetch(...replies)
  const clock = createManualClock()
  const transport = createTransport({ baseUrl, headers: { "x-own": "o" }, fetch, clock, random: () => 1 })
  const posted = clock.run(transport.post({ ...sent, signal }))
  const error = await posted.then(
    () => undefined,
    () => failure(posted),
  )
  return { error, requests }
}

/** An answer whose body ends with an error. */
const broken = (status: number): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.error(new Error("gone"))
      },
    }),
    { status },
  )

describe("what is posted", () => {
  it("goes to the base URL itself, as JSON, with the headers of the transport and its own", async () => {
    const { error, requests } = await post([json({})])
    expect(error).to.equal(undefined)
    const [request] = requests
    const { method, url, headers } = request!
    expect([method, url, await request!.text()]).to.deep.equal(["POST", baseUrl, sent.body])
    expect(Object.fromEntries(headers)).to.include({
      ...{ accept: "application/json", "content-type": "application/json", "x-own": "o", "x-signature": "s" },
    })
  })

  it("is taken by whatever says so, though its answer is anything, or does not arrive", async () => {
    for (const answer of [
      ...[new Response("ok"), new Response(null, { status: 204 }), json({ success: false }), broken(201)],
      new Response("x".repeat(5 * 2 ** 20 + 1)),
    ]) {
      const { error, requests } = await post([() => answer])
      expect([error, requests.length], String(answer.status)).to.deep.equal([undefined, 1])
    }
  })

  it("is posted again after what can be temporary, and not after anything else", async () => {
    const answered = async (...replies: Reply[]) => {
      const { error, requests } = await post(replies)
      return [error?.code, error?.facts["method"], requests.length]
    }
    const elsewhere = new Response("x", { status: 302, headers: { location: "https://other.example" } })
    for (const [replies, expected] of [
      [
        [connectionRefused(), json({})],
        [undefined, undefined, 2],
      ],
      [
        [json({}, { status: 503 }), json({})],
        [undefined, undefined, 2],
      ],
      [[connectionRefused()], ["UNREACHABLE", "POST", 4]],
      [[json({ message: "no" }, { status: 401 })], ["UNAUTHORIZED", "POST", 1]],
      [[() => broken(404)], ["NOT_FOUND", "POST", 1]],
      [[elsewhere], ["REDIRECT_REFUSED", "POST", 1]],
    ] as const) {
      expect(await answered(...replies)).to.deep.equal(expected)
    }
  })

  it("is not posted where it was aborted", async () => {
    const { error, requests } = await post([json({})], { signal: AbortSignal.abort() })
    expect([error?.code, requests.length]).to.deep.equal(["ABORTED", 0])
  })
})
