import { expect } from "chai"
import { describe, it } from "mocha"

import { awaitingAll, framesOf, mustBeAwaited, placeOf, pointAt, toAwait } from "#src/testing/world/awaited.js"
import { failure } from "#test/fixtures/failure.js"

const here = Object.assign(new Error("x"), { stack: "Error: x\n    at test (test.ts:7)\nelsewhere" })

describe("what a test has begun", () => {
  it("has to be awaited: the first that is not fails the test, with what it fails with", async () => {
    const error = await failure(
      awaitingAll(() => {
        void toAwait(Promise.resolve(1), "one", here).then(() => undefined)
        void toAwait(Promise.reject(new Error("no\nmore")), "two", here)
        void toAwait(Promise.resolve(3), "three", here)
      })(),
    )
    expect([error.code, error.shortMessage, error.facts["it fails with"]]).to.deep.equal([
      ...["NOT_AWAITED", "The test did not await two.", "Error: no"],
    ])
    expect(error.stack?.split("\n").slice(-1)).to.deep.equal(["    at test (test.ts:7)"])
    const fine = await failure(awaitingAll(() => void toAwait(Promise.resolve(1), "one", here))())
    expect(fine.facts["it fails with"]).to.equal(undefined)
  })

  it("gives what the test gives, and fails with what it throws first", async () => {
    expect(await awaitingAll(() => toAwait(Promise.resolve(5), "one", here))()).to.equal(5)
    const thrown = new Error("its own")
    const caught: unknown = await awaitingAll(() => {
      void toAwait(Promise.resolve(1), "one", here)
      throw thrown
    })().catch((error: unknown) => error)
    expect(caught).to.equal(thrown)
    const self = { name: "this" }
    const given: unknown = await awaitingAll(function (this: unknown) {
      return this
    }).call(self)
    expect(given).to.equal(self)
  })

  it("counts for the test that runs, and for no other", async () => {
    const unawaited = (what: string) => {
      mustBeAwaited({ what, calledAt: here, isAwaited: () => false, ended: () => Promise.resolve() })
    }
    const outer = await failure(
      awaitingAll(async () => {
        await failure(
          awaitingAll(() => {
            unawaited("inner")
          })(),
        )
        unawaited("outer")
      })(),
    )
    expect(outer.shortMessage).to.equal("The test did not await outer.")
  })

  it("does not end the process where it fails, whether it is awaited or not", async () => {
    /** Something begun, and the handlers that it gets. */
    const begun = () => {
      const handlers: unknown[] = []
      const end: PromiseLike<never> = {
        then(onFulfilled, onRejected) {
          handlers.push(onFulfilled, onRejected?.(new Error("it fails")))
          return Promise.resolve() as never
        },
      }
      mustBeAwaited({ what: "it", calledAt: here, isAwaited: () => true, ended: () => end })
      return handlers
    }
    expect(await awaitingAll(begun)()).to.deep.equal([undefined, undefined])
    const { facts } = await failure(
      awaitingAll(() => {
        void toAwait(Promise.reject(new TypeError("first line\nsecond")), "it", here)
      })(),
    )
    expect(facts).to.deep.equal({ "it fails with": "TypeError: first line" })
  })

  it("is a promise whose end is asked for by await, catch and finally, and that gives plain promises", async () => {
    for (const ask of [
      (begun: Promise<unknown>) => begun.then(),
      (begun: Promise<unknown>) => begun.catch(() => undefined),
      (begun: Promise<unknown>) => begun.finally(() => undefined),
      async (begun: Promise<unknown>) => await begun,
    ]) {
      const asked = await awaitingAll(() => ({ asked: ask(toAwait(Promise.resolve(7), "it", here)) }))()
      expect(await (asked as { asked: Promise<unknown> }).asked).to.equal(7)
    }
    const begun = toAwait(Promise.resolve(7), "it", here)
    expect(begun.then().constructor).to.equal(Promise)
    expect(begun.constructor).not.to.equal(Promise)
  })

  it("knows its place: the test's frames, from where a function was called", () => {
    const called = () => placeOf(called)
    const frames = framesOf(called())
    expect(frames[0]).to.match(/^ {4}at .*awaited\.ts/)
    expect(frames).to.deep.equal(frames.filter((frame) => frame.startsWith("    at ")))
    expect(frames.join()).not.to.contain("at called")
    expect(framesOf(undefined)).to.deep.equal([])
    const error = pointAt(new RangeError("no"), here, ["    at Solidity (Counter.sol:3)"])
    expect(error.stack).to.equal("RangeError: no\n    at Solidity (Counter.sol:3)\n    at test (test.ts:7)")
    expect(Object.getOwnPropertyDescriptor(error, "stack")).to.include({ configurable: true, writable: true })
  })

  it("points at the test's own frames", () => {
    const error = pointAt(new TypeError("no"), here)
    expect(error.stack).to.equal("TypeError: no\n    at test (test.ts:7)")
    expect(pointAt(new Error("no"), { name: "", message: "" }).stack).to.equal("Error: no")
  })
})
