import { AssertionError } from "node:assert"

import { PlugsError } from "../../primitives/PlugsError.js"
import type { Assertions } from "./Assertions.js"
import { captureCallSite, failureOf, type Matcher } from "./Matcher.js"
import { matchers } from "./matchers.js"

type Assert = (subject: unknown, ...parameters: readonly unknown[]) => Promise<void>

/** Makes a function of each matcher, which rejects with an `AssertionError` if what it finds out is not so. */
export function createAssertions(): Assertions {
  const assertions = (isNegated: boolean): Record<string, Assert> =>
    Object.fromEntries(
      Object.entries<Matcher>(matchers).map(([name, matcher]) => [name, createAssert(name, matcher, isNegated)]),
    )
  return { ...assertions(false), not: assertions(true) } as unknown as Assertions
}

function createAssert(name: string, matcher: Matcher, isNegated: boolean): Assert {
  // Not an async function, because the frames of the test have to be on the stack.
  const assert: Assert = (subject, ...parameters) => {
    const site = captureCallSite(assert)
    // The subject is awaited later. Until then its rejection is not unhandled.
    if (subject instanceof Promise) subject.catch(() => undefined)
    return matcher(subject, ...(parameters as never[]))
      .then((result) => failureOf(result, isNegated))
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
