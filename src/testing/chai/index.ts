import { use } from "chai"

import type { EffectAssertions, MessageAssertions } from "../assertions/Assertions.js"
import { matchers } from "../assertions/matchers.js"
import { addMatchers, type AwaitedAssertion } from "./addMatchers.js"

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- chai's types are extended in this way
  namespace Chai {
    interface Assertion
      extends MessageAssertions<"word", AwaitedAssertion>, EffectAssertions<"word", AwaitedAssertion> {
      /** Every message that the transaction sent is delivered; with `once` behind it exactly once. */
      readonly delivered: AwaitedAssertion & { readonly once: AwaitedAssertion }
    }
    /** chai compares bigints too, and its types do not say so: `below`, `above`, `at.most`, `at.least`. */
    interface NumberComparer {
      (value: bigint, message?: string): Assertion
    }
  }
}

use((chai) => {
  addMatchers(chai, matchers)
})
