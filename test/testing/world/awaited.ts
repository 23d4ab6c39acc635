import { expect } from "chai"
import { describe, it } from "mocha"

import { awaitingAll, mustBeAwaited, pointAt, toAwait } from "../../../src/testing/world/awaited.js"
import { failure } from "../../fixtures/failure.js"

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

  it("points at the test's own frames", () => {
    const error = pointAt(new TypeError("no"), here)
    expect(error.stack).to.equal("TypeError: no\n    at test (test.ts:7)")
    expect(pointAt(new Error("no"), { name: "", message: "" }).stack).to.equal("Error: no")
  })
})
