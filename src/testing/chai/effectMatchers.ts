import type { BalanceChange, ValuePlace } from "../assertions/effects/places.js"
import type { RefusalReason } from "../assertions/effects/routes.js"
import type { ArgsToMatch, AssertedContract, ErrorNameOf } from "../assertions/messages/MessageAssertions.js"
import type { AwaitedAssertion } from "./addMatchers.js"

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- chai's types are extended in this way
  namespace Chai {
    interface Assertion {
      /**
       * What the function does changes balances by exactly these amounts, from before the call to after everything is delivered. What an
       * account pays for gas does not count. To be awaited.
       *
       * @example
       * await expect(() => alpha.send.bridge([beta.slug, owner, 5n])).to.changeBalances([
       *   { token: alpha, of: owner, by: -5n },
       *   { token: beta, of: owner, by: 5n },
       * ])
       */
      changeBalances(changes: readonly BalanceChange[]): AwaitedAssertion
      /**
       * The sum of these balances and supplies over all chains is the same before the function is called and after everything is
       * delivered. To be awaited.
       *
       * @example
       * await expect(() => alpha.send.bridge([beta.slug, owner, 5n])).to.conserveValue([{ token: alpha }, { token: beta }])
       */
      conserveValue(parts: readonly ValuePlace[]): AwaitedAssertion
      /** Every request of the app gateway's transaction is complete, or the swap has paid. To be awaited. */
      readonly completed: AwaitedAssertion
      /** Every payload of the transaction was executed on its chain. To be awaited. */
      readonly resolvePayloads: AwaitedAssertion
      /** Every callback of its payloads has run. To be awaited. */
      readonly resolveCallbacks: AwaitedAssertion
      /** A payload of it reverts on its chain. To be awaited. */
      readonly revertPayload: AwaitedAssertion
      /**
       * A payload of it reverts on its chain with an error that is in the contract's ABI, and with these arguments if any are given. To
       * be awaited.
       *
       * @example
       * await expect(app.send.work([beta.slug, 5n])).to.revertPayloadWith(target, "OutOfOrder", [5n])
       */
      revertPayloadWith<const Contract extends AssertedContract, const Name extends ErrorNameOf<Contract>>(
        contract: Contract,
        errorName: Name,
        args?: ArgsToMatch<Contract, "error", Name>,
      ): AwaitedAssertion
      /** The callback of a payload of it reverts. To be awaited. */
      readonly revertCallback: AwaitedAssertion
      /**
       * The callback of a payload of it reverts with an error that is in the contract's ABI, and with these arguments if any are given.
       * To be awaited.
       *
       * @example
       * await expect(app.send.work([beta.slug, 5n])).to.revertCallbackWith(app, "NotReadyForResult", [5n])
       */
      revertCallbackWith<const Contract extends AssertedContract, const Name extends ErrorNameOf<Contract>>(
        contract: Contract,
        errorName: Name,
        args?: ArgsToMatch<Contract, "error", Name>,
      ): AwaitedAssertion
      /** Passes the world's time until its schedules and timeouts are due: each runs then, and not a second before. To be awaited. */
      readonly runWhenDue: AwaitedAssertion
      /** The swap has failed, and was paid back. To be awaited. */
      readonly refunded: AwaitedAssertion
      /** The swap was paid back because its destination reverted with an error. To be awaited. */
      refundedFor(errorName: string, args?: readonly unknown[]): AwaitedAssertion
      /**
       * The swap was refused before anything was sent: by the checks of `executeRoute`, for a reason of `routeRefusals`, or by the swap
       * API, with a text that contains this or matches it. To be awaited.
       *
       * @example
       * await expect(world.swap({ ...swap, allowedTargets: [] })).to.be.refusedFor("TARGET_NOT_ALLOWED")
       */
      refusedFor(reason: RefusalReason): AwaitedAssertion
    }
  }
}
