import { getEventListeners } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { maxBodyBytes, readBody } from "#src/http/attempt/runAttempt.js"

/** A body of this many bytes, in pieces. */
function bodyOf(bytes: number): Response {
  let left = bytes
  return new Response(
    new ReadableStream({
      pull(stream) {
        const size = Math.min(left, 2 ** 20)
        left -= size
        if (size > 0) stream.enqueue(new Uint8Array(size))
        if (left === 0) stream.close()
      },
    }),
  )
}

describe("readBody", () => {
  it("reads a body of exactly the limit, and none that has a byte more", async () => {
    const { signal } = new AbortController()
    expect((await readBody(bodyOf(maxBodyBytes), signal))?.byteLength).to.equal(maxBodyBytes)
    expect(await readBody(bodyOf(maxBodyBytes + 1), signal)).to.equal(undefined)
  })

  it("leaves no listener on the signal, however the reading ends", async () => {
    const { signal } = new AbortController()
    const broken = new ReadableStream({
      pull: (stream) => {
        stream.error(new Error("broken"))
      },
    })
    const endings = await Promise.allSettled(
      [bodyOf(10), bodyOf(maxBodyBytes + 1), new Response(broken), new Response(null)].map((body) =>
        readBody(body, signal),
      ),
    )
    const lengths = endings.map((ending) => (ending.status === "fulfilled" ? ending.value?.byteLength : "failed"))
    expect(lengths).to.deep.equal([10, undefined, "failed", 0])
    expect(getEventListeners(signal, "abort")).to.have.length(0)
  })
})
