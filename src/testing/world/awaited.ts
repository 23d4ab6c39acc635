import { setTimeout as wait } from "node:timers/promises"

import { PlugsError } from "#src/primitives/PlugsError.js"

/** What a test has begun, and has to await. */
export type Begun = {
  /** As the test writes it. */
  readonly what: string
  /** Holds the place in the test. */
  readonly calledAt: Error
  readonly isAwaited: () => boolean
  /** Its end. */
  readonly ended: () => PromiseLike<unknown>
}

/** What each test that runs has begun, the last one last: one that ran out of time runs on beside the next. None in a script. */
const tests: Begun[][] = []

/**
 * Hands to the test that runs what it has to await. A rejection then fails that test instead of ending the process, which Hardhat does
 * before the failures of a run are printed. Where no test runs, what nobody awaits is an unhandled rejection.
 */
export function mustBeAwaited(begun: Begun): void {
  const ofTest = tests.at(-1)
  if (ofTest === undefined) return
  ofTest.push(begun)
  begun.ended().then(undefined, () => undefined)
}

/** A promise that knows whether anybody has asked for its end. */
class AwaitedPromise<Value> extends Promise<Value> {
  isAwaited = false

  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  override then<Then = Value, Catch = never>(
    onFulfilled?: ((value: Value) => Then | PromiseLike<Then>) | null,
    onRejected?: ((reason: unknown) => Catch | PromiseLike<Catch>) | null,
  ): Promise<Then | Catch> {
    this.isAwaited = true
    return super.then(onFulfilled, onRejected)
  }
}

/** Makes a promise that fails the test which does not await it. */
export function toAwait<Value>(promise: Promise<Value>, what: string, calledAt: Error): Promise<Value> {
  const awaited = new AwaitedPromise<Value>((resolve, reject) => void promise.then(resolve, reject))
  mustBeAwaited({ what, calledAt, isAwaited: () => awaited.isAwaited, ended: () => promise })
  // Not the promise itself: whether that has a handler is for the test to decide.
  if (tests.length > 0) void Promise.prototype.then.call(awaited, undefined, () => undefined)
  return awaited
}

/** Makes a test of one that fails if it leaves something unawaited. What it throws itself comes first. */
export function awaitingAll(test: (this: unknown) => unknown): (this: unknown) => Promise<unknown> {
  // Not an async function, because its frame would be in the stack of every failure.
  return function (this: unknown) {
    const begun: Begun[] = []
    tests.push(begun)
    return Promise.resolve()
      .then(test.bind(this))
      .then(async (result) => {
        const forgotten = begun.find(({ isAwaited }) => !isAwaited())
        if (forgotten !== undefined) throw await failureOf(forgotten)
        return result
      })
      .finally(() => {
        tests.splice(tests.indexOf(begun), 1)
      })
  }
}

/** What was begun has failed with is most likely what the test hides. Something that hangs is not waited for. */
async function failureOf({ what, calledAt, ended }: Begun): Promise<Error> {
  const timer = new AbortController()
  const end = Promise.resolve(ended()).then(
    () => undefined,
    (error: unknown) => String(error).split("\n")[0],
  )
  const reason = await Promise.race([end, wait(1_000, undefined, { signal: timer.signal })])
  timer.abort()
  return new NotAwaitedError(what, calledAt, reason)
}

/** A test has ended, or its world was stopped, before what the test has begun. */
export class NotAwaitedError extends PlugsError {
  readonly code = "NOT_AWAITED"
  /** @param reason what the call has failed with; `undefined` if it has not */
  constructor(what: string, calledAt: Error, reason: string | undefined) {
    super(`The test did not await ${what}.`, {
      facts: { "it fails with": reason },
      next: "Write await before it. Without it the test ends first, and nothing that follows from it is tested.",
    })
    pointAt(this, calledAt)
  }
}

/** Holds the place in the test from which a function was called. Later there is no frame of the test any more. */
export function placeOf(called: ((...args: never[]) => unknown) | undefined): Error {
  const place = new Error()
  Error.captureStackTrace(place, called)
  return place
}

/**
 * Gives an error the frames of the test instead of those of this package.
 *
 * @param inner those before them, such as in Solidity source
 */
export function pointAt<Thrown extends Error>(
  error: Thrown,
  place: Error | undefined,
  inner: readonly string[] = [],
): Thrown {
  const value = [`${error.name}: ${error.message}`, ...inner, ...framesOf(place)].join("\n")
  return Object.defineProperty(error, "stack", { value, configurable: true, writable: true })
}

export function framesOf(error: Error | undefined): readonly string[] {
  return error?.stack?.split("\n").filter((line) => line.startsWith("    at ")) ?? []
}
