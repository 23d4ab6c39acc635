import { captureCallSite } from "../assertions/CallSite.js"
import type { Judge, Judges } from "../assertions/Judge.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { JudgeChain } from "./JudgeChain.js"

/** An assertion that has to be awaited. */
export type AwaitedAssertion = Chai.Assertion & Promise<void>

/** The flag under which chai hands the chain on from word to word. */
const flagName = "hardhat-plugs.chain"

/** What the name of a judge ends in that stands behind another word: `deliveredOnce` is `delivered.once`. */
const onceSuffix = "Once"

/** Makes a matcher of each judge: a property if it takes nothing but the subject, and a method otherwise. */
export function addJudges(chai: Chai.ChaiStatic, judges: Judges): void {
  const flag = (assertion: Chai.AssertionStatic, name: string): unknown => chai.util.flag(assertion, name)

  /** The chain of the words before, unless it was judged already: then a new one begins. */
  function chainOf(assertion: Chai.AssertionStatic): JudgeChain {
    const before = flag(assertion, flagName)
    if (before instanceof JudgeChain && !before.hasBegun) return before
    const chain = new JudgeChain((text) => new chai.AssertionError(text))
    chai.util.flag(assertion, flagName, chain)
    return chain
  }

  /** Makes an assertion a promise of its chain. */
  function withPromise(assertion: Chai.AssertionStatic, { then }: JudgeChain): unknown {
    const promise: Pick<Promise<void>, "then" | "catch" | "finally"> = {
      then,
      catch: (onRejected) => then(undefined, onRejected),
      finally: (onEnd) => then().finally(onEnd),
    }
    return Object.assign(assertion, promise)
  }

  function assert(assertion: Chai.AssertionStatic, name: string, parameters: readonly unknown[]): unknown {
    const chain = chainOf(assertion)
    chain.add({
      name,
      judge: judges[name] as Judge,
      subject: flag(assertion, "object"),
      parameters,
      isNegated: flag(assertion, "negate") === true,
      note: flag(assertion, "message") as string | undefined,
      site: captureCallSite(flag(assertion, "ssfi") as (() => void) | undefined),
    })
    return withPromise(assertion, chain)
  }

  for (const [name, judge] of Object.entries(judges)) {
    if (judge.length <= 1) {
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
    const judge = judges[`${chain.last?.name ?? ""}${onceSuffix}`]
    if (chain.last === undefined || judge === undefined) {
      throw new InvalidInputError({
        argument: "once",
        problem: "it does not stand behind a word that it can be said of",
        fix: "Write expect(…).to.be.delivered.once.",
      })
    }
    chain.replaceLast({ ...chain.last, judge })
    return withPromise(this, chain)
  })
}
