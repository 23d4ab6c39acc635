import { matchers } from "./assertions/matchers.js"
import { awaitingAll } from "./world/awaited.js"

/** What mocha hands to a hook. */
type MochaContext = { readonly currentTest?: { fn?: ((this: unknown, ...args: unknown[]) => unknown) | undefined } }

type MochaGlobals = { readonly beforeEach?: (hook: (this: MochaContext) => void) => void; readonly run?: unknown }

const watched = new WeakSet<object>()

/** Fails mocha's tests by name for what they do not await; a failing hook would end the suite. Other runners lack these globals. */
export function watchTests(globals: MochaGlobals = globalThis as MochaGlobals): void {
  // Called while mocha loads the file, outside of every describe, so the hook is for all tests.
  globals.beforeEach?.(function (this: MochaContext) {
    const test = this.currentTest
    // One that takes `done` ends when it says so.
    if (typeof test?.fn !== "function" || test.fn.length > 0 || watched.has(test)) return
    watched.add(test)
    const awaiting = awaitingAll(test.fn)
    test.fn = function () {
      return awaiting.call(this).catch((error: unknown) => {
        throw explainWord(error)
      })
    }
  })
}

/** Words that other packages add to chai for calls that fail. */
const ofOthers = /^(?:rejected|reverted|revert)/

function explainWord(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const word = /^Invalid Chai property: (\w+)/.exec(error.message)?.[1] ?? ""
  const isOurs = word === "once" || Object.hasOwn(matchers, word)
  if (!isOurs && !ofOthers.test(word)) return error
  const what = isOurs
    ? `${word} is an assertion of hardhat-plugs. Write import "hardhat-plugs/testing/chai" at the top of the test file.`
    : `${word} is no assertion of chai. Where send reverts, write await expect(…).to.be.revertedWithError(contract, "TheError"), which import "hardhat-plugs/testing/chai" adds.`
  const { message, stack = "" } = error
  error.message = `${message}\n${what}`
  error.stack = stack.replace(message, error.message)
  return error
}
