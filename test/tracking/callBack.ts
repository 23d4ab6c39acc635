import { expect } from "chai"
import { describe, it } from "mocha"

import { callBack, first } from "#src/tracking/follow.js"

const turn = () => new Promise(setImmediate)

/** A stream of numbers that the test sends, and how it ended. */
function open() {
  let send: (value: number) => void = () => undefined
  let end: (error: Error) => void = () => undefined
  const seen: string[] = []
  async function* stream(signal: AbortSignal): AsyncGenerator<number, never, undefined> {
    signal.addEventListener("abort", () => {
      seen.push("aborted")
      end(new Error("aborted"))
    })
    try {
      for (;;) {
        const { promise, resolve, reject } = Promise.withResolvers<number>()
        ;[send, end] = [resolve, reject]
        yield await promise
      }
    } finally {
      seen.push("left")
    }
  }
  const sending = async (value: number) => {
    send(value)
    await turn()
  }
  const fail = async (error: Error) => {
    end(error)
    await turn()
  }
  return { stream, seen, send: sending, fail }
}

describe("callBack", () => {
  it("calls for each item, until it is stopped, and then nothing more", async () => {
    const { stream, seen, send } = open()
    const got: unknown[] = []
    const stop = callBack(
      stream,
      undefined,
      (item) => got.push(item),
      (error) => got.push(error),
    )
    await send(1)
    await send(2)
    stop()
    await turn()
    await send(3)
    expect([got, seen]).to.deep.equal([
      [1, 2],
      ["aborted", "left"],
    ])
  })

  it("leaves the stream at once where a step stops it", async () => {
    const { stream, seen, send } = open()
    const got: unknown[] = []
    const stop = callBack(
      stream,
      undefined,
      (item) => {
        got.push(item)
        stop()
      },
      (error) => got.push(error),
    )
    await send(1)
    expect([got, seen]).to.deep.equal([[1], ["aborted", "left"]])
  })
})

describe("first", () => {
  it("is a mistake on a stream that ends", async () => {
    async function* ended(): AsyncGenerator<number, never, undefined> {
      await turn()
      return undefined as never
    }
    expect(await first(ended(), (one) => one).catch((error: unknown) => error)).to.be.instanceOf(Error)
  })
})
