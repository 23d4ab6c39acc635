import { expect } from "chai"
import { describe, it } from "mocha"

import { watchTests } from "#src/testing/createWorld.js"
import { toAwait } from "#src/testing/world/awaited.js"

type Test = { fn?: ((this: unknown, ...args: unknown[]) => unknown) | undefined }
type Hook = (this: { readonly currentTest?: Test }) => void

/** Hands a test to the hook, as mocha does before it runs it, and again as often as it is retried. */
function watched(test: Test | undefined, times = 1): Test["fn"] {
  const hooks: Hook[] = []
  watchTests({ beforeEach: (hook) => void hooks.push(hook) })
  expect(hooks).to.have.length(1)
  for (let time = 0; time < times; time += 1) hooks[0]!.call(test === undefined ? {} : { currentTest: test })
  return test?.fn
}

/** What a test fails with. */
const failureOf = async (fn: Test["fn"]): Promise<unknown> =>
  await Promise.resolve(fn?.call({})).catch((error: unknown) => error)

const failing = (error: unknown) => () => {
  throw error
}

describe("the tests that are watched", () => {
  it("give what they give, with what mocha binds them to, and are watched once, however often they are tried", async () => {
    const self = { timeout: 5 }
    const test: Test = {
      fn(this: unknown) {
        return Promise.resolve([this, "done"])
      },
    }
    const fn = watched(test)
    expect(await fn?.call(self)).to.deep.equal([self, "done"])
    expect(watched(test, 2)).to.equal(fn)
    const once = watched({ fn: () => 5 }, 3)
    expect(await once?.call(self)).to.equal(5)
  })

  it("fail where they leave something unawaited", async () => {
    const fn = watched({ fn: () => void toAwait(Promise.resolve(), "alpha.send.add()", new Error()) })
    expect(await failureOf(fn)).to.include({ code: "NOT_AWAITED" })
  })

  it("are none that take `done`, nor ones that are pending, nor what runs without mocha", () => {
    const done = (end: unknown) => end
    expect(watched({ fn: done })).to.equal(done)
    expect([watched({}), watched({ fn: undefined }), watched(undefined)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ])
    watchTests({})
  })

  it("fail with what they throw, with advice where it is a word of this package or of another that chai does not know", async () => {
    const said = async (message: string): Promise<string> => {
      const error = new TypeError(message)
      expect(await failureOf(watched({ fn: failing(error) }))).to.equal(error)
      expect(error.stack?.startsWith(message === "" ? "TypeError\n" : `TypeError: ${error.message}\n`)).to.equal(true)
      expect(error.message.startsWith(message)).to.equal(true)
      return error.message.slice(message.length)
    }
    for (const word of ["delivered", "once", "revertInbound", "revertedWithError"]) {
      expect(await said(`Invalid Chai property: ${word}`), word).to.contain(
        `\n${word} is an assertion of hardhat-plugs.`,
      )
    }
    const instead = {
      ...{ rejected: "revertedWithError", rejectedWith: "revertedWithError", reverted: "revertedWithError" },
      ...{ revertedWith: "revertedWithError", revert: "revertedWithError", emit: "causeEvent", emitted: "causeEvent" },
      ...{ eventually: "world.deliver()", fulfilled: "world.deliver()", changeTokenBalance: "changeBalances" },
    }
    for (const [word, advice] of Object.entries(instead)) {
      const text = await said(`Invalid Chai property: ${word}. Did you mean that?`)
      expect(text, word).to.contain(`\n${word} is no assertion of chai.`).and.to.contain(advice)
    }
    for (const message of [
      ...[
        "Invalid Chai property: toString",
        "Invalid Chai property: unreverted",
        "Invalid Chai property: ",
        "rejected",
      ],
      ...["It was: Invalid Chai property: delivered", "once", ""],
    ]) {
      expect(await said(message), message).to.equal("")
    }
    for (const thrown of ["Invalid Chai property: delivered", undefined, 5]) {
      expect(await failureOf(watched({ fn: failing(thrown) }))).to.equal(thrown)
    }
    const bare = Object.assign(new Error("Invalid Chai property: once"), { stack: undefined })
    expect(await failureOf(watched({ fn: failing(bare) }))).to.include({ stack: "" })
  })

  // It takes `done`, so that it is none of them: they could all pass, whatever they throw.
  it("fail, as a test sees that is not watched itself", (done) => {
    const error = new Error("its own")
    failureOf(watched({ fn: failing(error) }))
      .then((thrown) => {
        expect(thrown).to.equal(error)
      })
      .then(done, done)
  })
})
