import type { AwaitedAssertion } from "./addJudges.js"

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- chai's types are extended in this way
  namespace Chai {
    interface Assertion {
      /** Every message that the transaction sent is delivered. To be awaited. */
      readonly delivered: AwaitedAssertion
    }
  }
}
