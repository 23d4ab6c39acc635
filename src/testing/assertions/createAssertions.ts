import { AssertionError } from "node:assert"

import { PlugsError } from "../../primitives/PlugsError.js"
import type { Assertions } from "./Assertions.js"
import { captureCallSite } from "./CallSite.js"
import { effectJudges } from "./effects/effectJudges.js"
import type { Judge, Judges } from "./Judge.js"
import { messageJudges } from "./messages/messageJudges.js"
import { failureOf } from "./Verdict.js"

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
