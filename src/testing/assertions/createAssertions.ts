import { AssertionError } from "node:assert"

import { PlugsError } from "../../primitives/PlugsError.js"
import { captureCallSite, failureOf, type Judge, type Judges } from "./Matcher.js"
import type { EffectAssertions } from "./effects/EffectAssertions.js"
import { effectJudges } from "./effects/effectJudges.js"
import type { MessageAssertions } from "./messages/MessageAssertions.js"
import { messageJudges } from "./messages/messageJudges.js"

type EveryAssertion = MessageAssertions & EffectAssertions

/**
 * Assertions that work with every test runner. Each lets the actors work, and rejects with an `AssertionError` that says what happened
 * instead, and where. `not` has them all negated.
 *
 * @example
 * await world.assertions.delivered(alpha.send.greet([beta.slug, "hello"]))
 * await world.assertions.not.delivered(alpha.send.greet([beta.slug, ""]))
 */
export type Assertions = EveryAssertion & { readonly not: EveryAssertion }

type Assert = (subject: unknown, ...parameters: readonly unknown[]) => Promise<void>

/** Makes a function of each judge, which rejects with an `AssertionError` if what it finds out is not so. */
export function createAssertions(judges: Judges = { ...messageJudges, ...effectJudges }): Assertions {
  const assertions = (isNegated: boolean): Record<string, Assert> =>
    Object.fromEntries(Object.entries(judges).map(([name, judge]) => [name, createAssert(name, judge, isNegated)]))
  return { ...assertions(false), not: assertions(true) } as unknown as Assertions
}

function createAssert(name: string, judge: Judge, isNegated: boolean): Assert {
  // Not an async function, because the frames of the test have to be on the stack.
  const assert: Assert = (subject, ...parameters) => {
    const site = captureCallSite(assert)
    // The subject is awaited later. Until then its rejection is not unhandled.
    if (subject instanceof Promise) subject.catch(() => undefined)
    return judge(subject, ...(parameters as never[]))
      .then((verdict) => failureOf(verdict, isNegated))
      .then(
        (message) => {
          if (message !== undefined) throw site.point(new AssertionError({ message, operator: name }))
        },
        (error: unknown) => {
          throw error instanceof PlugsError ? site.point(error) : error
        },
      )
  }
  return assert
}
