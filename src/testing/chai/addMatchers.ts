import { invalid } from "../arguments.js"
import { failureOf, type Matcher, type Matchers } from "../assertions/Matcher.js"
import { mustBeAwaited, placeOf, pointAt } from "../world/awaited.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** An assertion that has to be awaited. */
export type AwaitedAssertion = Chai.Assertion & Promise<void>

/** The flag under which chai hands the chain on from word to word. */
const flagName = "hardhat-plugs.chain"

/** Makes a word of each matcher: a property if it takes nothing but the subject, and a method otherwise. */
export function addMatchers(chai: Chai.ChaiStatic, matchers: Matchers): void {
  const flag = (assertion: Chai.AssertionStatic, name: string): unknown => chai.util.flag(assertion, name)

  /** The chain of the words before, unless it was checked already: then a new one begins. */
  function chainOf(assertion: Chai.AssertionStatic): MatcherChain {
    const before = flag(assertion, flagName)
    if (before instanceof MatcherChain && !before.hasBegun) return before
    const chain = new MatcherChain((text) => new chai.AssertionError(text))
    chai.util.flag(assertion, flagName, chain)
    return chain
  }

  function withPromise(assertion: Chai.AssertionStatic, { then }: MatcherChain): unknown {
    const promise: Pick<Promise<void>, "then" | "catch" | "finally"> = {
      then,
      catch: (onRejected) => then(undefined, onRejected),
      finally: (onEnd) => then().finally(onEnd),
    }
    return Object.assign(assertion, promise)
  }

  function assert(assertion: Chai.AssertionStatic, name: string, parameters: readonly unknown[]): unknown {
    const chain = chainOf(assertion)
    const subject = flag(assertion, "object")
    // The subject is awaited when it is checked. Until then its rejection is not unhandled.
    if (subject instanceof Promise) subject.catch(() => undefined)
    chain.checks.push({
      name,
      matcher: matchers[name] as Matcher,
      subject,
      parameters,
      isNegated: flag(assertion, "negate") === true,
      note: flag(assertion, "message") as string | undefined,
      place: placeOf(flag(assertion, "ssfi") as (() => void) | undefined),
    })
    return withPromise(assertion, chain)
  }

  for (const [name, matcher] of Object.entries(matchers)) {
    if (matcher.length <= 1) {
      chai.Assertion.addProperty(name, function (this: Chai.AssertionStatic) {
        return assert(this, name, [])
      })
    } else {
      chai.Assertion.addMethod(name, function (this: Chai.AssertionStatic, ...parameters: unknown[]) {
        return assert(this, name, parameters)
      })
    }
  }

  chai.Assertion.addProperty("once", function (this: Chai.AssertionStatic) {
    const chain = chainOf(this)
    const last = chain.checks.at(-1)
    // Such as `deliveredOnce`, which is `delivered.once`.
    const matcher = matchers[`${last?.name ?? ""}Once`]
    if (last === undefined || matcher === undefined) {
      throw invalid(
        "once",
        "it does not stand behind a word that it can be said of",
        "Write expect(…).to.be.delivered.once.",
      )
    }
    chain.checks.splice(-1, 1, { ...last, matcher })
    return withPromise(this, chain)
  })
}

/** One word of an assertion that has to be checked. */
type Check = {
  readonly name: string
  readonly matcher: Matcher
  readonly subject: unknown
  readonly parameters: readonly unknown[]
  readonly isNegated: boolean
  /** What the test has passed to `expect` as its message. */
  readonly note: string | undefined
  /** Where the test has written it. */
  readonly place: Error
}

/** The words of one `expect` that have to be checked, such as `delivered` and `causeEvent`. */
class MatcherChain implements PromiseLike<void> {
  readonly #failureWith: (text: string) => Error
  readonly checks: Check[] = []
  #running: Promise<void> | undefined
  #isAwaited = false

  /** @param failureWith makes the error of an assertion that fails */
  constructor(failureWith: (text: string) => Error) {
    this.#failureWith = failureWith
    // After all words of the line. Without `await` it is checked, too, so that a failure is at least an unhandled rejection.
    queueMicrotask(() => {
      const { name = "", place } = this.checks.at(-1) ?? {}
      if (place !== undefined) {
        mustBeAwaited({
          what: `expect(…) with ${name}`,
          calledAt: place,
          isAwaited: () => this.#isAwaited,
          ended: () => this.#run(),
        })
      }
      void this.#run()
    })
  }

  /** Whether it is too late for another word. */
  get hasBegun(): boolean {
    return this.#running !== undefined
  }

  readonly then: Promise<void>["then"] = (onFulfilled, onRejected) => {
    this.#isAwaited = true
    return this.#run().then(onFulfilled, onRejected)
  }

  #run(): Promise<void> {
    return (this.#running ??= this.#checkAll())
  }

  async #checkAll(): Promise<void> {
    for (const check of this.checks) await this.#check(check)
  }

  async #check({ matcher, subject, parameters, isNegated, note, place }: Check): Promise<void> {
    let failure: string | undefined
    try {
      failure = await failureOf(await matcher(subject, ...(parameters as never[])), isNegated)
    } catch (error) {
      if (!this.#isAwaited) failure = error instanceof Error ? error.message : String(error)
      else throw error instanceof PlugsError ? pointAt(error, place) : error
    }
    if (failure === undefined) return
    const text = note === undefined ? failure : `${note}: ${failure}`
    const forgotten = this.#isAwaited ? "" : "\nThe test did not await this assertion: write await before expect."
    throw pointAt(this.#failureWith(`${text}${forgotten}`), place)
  }
}
