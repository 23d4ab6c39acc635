import type { Judges } from "../assertions/Judge.js"

/** An assertion that has to be awaited. */
export type AwaitedAssertion = Chai.Assertion & PromiseLike<void>

/** Makes a matcher of each judge: a property if it takes nothing but the subject, and a method otherwise. */
export function addJudges(chai: Chai.ChaiStatic, judges: Judges): void {
  for (const [name, judge] of Object.entries(judges)) {
    const assert = (assertion: Chai.AssertionStatic, parameters: readonly unknown[]): unknown => {
      const subject: unknown = chai.util.flag(assertion, "object")
      const judged = judge(subject, ...(parameters as never[])).then(({ holds, problem, problemIfNot }) => {
        // Chai's types leave out that both texts are taken as they are.
        ;(assertion as unknown as { assert: (...args: unknown[]) => void }).assert(holds, problem, problemIfNot)
      })
      return Object.assign(assertion, { then: judged.then.bind(judged), catch: judged.catch.bind(judged) })
    }
    if (judge.length <= 1) {
      chai.Assertion.addProperty(name, function (this: Chai.AssertionStatic) {
        return assert(this, [])
      })
    } else {
      chai.Assertion.addMethod(name, function (this: Chai.AssertionStatic, ...parameters: unknown[]) {
        return assert(this, parameters)
      })
    }
  }
}
