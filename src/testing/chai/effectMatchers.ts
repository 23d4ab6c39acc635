import type { BalanceChange, ValuePlace } from "../assertions/effects/BalanceRow.js"
import type { RefusalReason } from "../assertions/effects/judgeRoutes.js"
import type { AwaitedAssertion } from "./addJudges.js"

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- chai's types are extended in this way
  namespace Chai {
    interface Assertion {
      /**
       * What the function does changes these balances by exactly this, from before the call to after everything is delivered. Gas that the
       * account pays does not count. To be awaited.
       *
       * @example
       * await expect(() => alpha.send.bridge([beta.slug, owner, 5n])).to.changeBalances([
       *   { token: alpha, of: owner, by: -5n },
       *   { token: beta, of: owner, by: 5n },
       * ])
       */
      changeBalances(changes: readonly BalanceChange[]): AwaitedAssertion
      /**
       * The sum of these balances and supplies is the same before the function is called and after everything is delivered. To be awaited.
       *
       * @example
       * await expect(() => alpha.send.bridge([beta.slug, owner, 5n])).to.conserveValue([{ token: alpha }, { token: beta }])
       */
      conserveValue(parts: readonly ValuePlace[]): AwaitedAssertion
      /** Every request of a transaction of the gateway chain is complete, or a swap has paid. To be awaited. */
      readonly completed: AwaitedAssertion
      /** Every payload of a transaction of the gateway chain was executed on its chain. To be awaited. */
      readonly payloadResolved: AwaitedAssertion
      /** Every callback of its payloads has run. To be awaited. */
      readonly callbackResolved: AwaitedAssertion
      /** A payload of it reverts on its chain with a custom error, or with `Error` or `Panic`. To be awaited. */
      payloadRevertedWith(errorName: string, args?: readonly unknown[]): AwaitedAssertion
      /** The callback of a payload of it reverts with a custom error, or with `Error` or `Panic`. To be awaited. */
      callbackRevertedWith(errorName: string, args?: readonly unknown[]): AwaitedAssertion
      /** Passes time until its schedules and timeouts are due: none ran before, and each runs then. To be awaited. */
      readonly ranWhenDue: AwaitedAssertion
      /** A swap failed and was paid back. To be awaited. */
      readonly refunded: AwaitedAssertion
      /** A swap was paid back because its destination reverted with a custom error. To be awaited. */
      refundedFor(errorName: string, args?: readonly unknown[]): AwaitedAssertion
      /**
       * A swap was refused before anything was sent: by the checks, for a reason of `routeRefusals`, or by the swap API, with a text that
       * contains this or matches it. To be awaited.
       */
      refusedFor(reason: RefusalReason): AwaitedAssertion
    }
  }
}
