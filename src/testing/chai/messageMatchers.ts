import type {
  AmountBound,
  ArgsToMatch,
  AssertedContract,
  ErrorNameOf,
  EventNameOf,
} from "../assertions/messages/MessageAssertions.js"
import type { MessageStatus } from "../../messaging/states.js"
import type { AwaitedAssertion } from "./addMatchers.js"

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- chai's types are extended in this way
  namespace Chai {
    interface Assertion {
      /** Every message that the transaction sent is delivered; with `once` behind it exactly once. To be awaited. */
      readonly delivered: AwaitedAssertion & { readonly once: AwaitedAssertion }
      /** Every message comes to a state, and no further. To be awaited. */
      reach(state: MessageStatus): AwaitedAssertion
      /** The inbound of one of the messages reverts. To be awaited. */
      readonly revertInbound: AwaitedAssertion
      /**
       * The inbound of one of the messages reverts with an error that is in the contract's ABI, and with these arguments if any are
       * given. To be awaited.
       *
       * @example
       * await expect(alpha.send.send([beta.slug, "0x12"])).to.revertInboundWith(beta, "InABadMood", ["0x12"])
       */
      revertInboundWith<const Contract extends AssertedContract, const Name extends ErrorNameOf<Contract>>(
        contract: Contract,
        errorName: Name,
        args?: ArgsToMatch<Contract, "error", Name>,
      ): AwaitedAssertion
      /**
       * A contract on another chain emits an event inside the inbound of one of the messages, and with these arguments if any are given.
       * To be awaited.
       *
       * @example
       * await expect(alpha.send.add([beta.slug, 5n])).to.causeEvent(beta, "Added", [alpha.slug, 5n, (counter) => counter >= 5n])
       */
      causeEvent<const Contract extends AssertedContract, const Name extends EventNameOf<Contract>>(
        contract: Contract,
        eventName: Name,
        args?: ArgsToMatch<Contract, "event", Name>,
      ): AwaitedAssertion
      /** The call requires its fee: it reverts without it and with one wei less, and passes with it. To be awaited. */
      readonly refusedBelowFee: AwaitedAssertion
      /** The messages cost this much in all, or an amount within the bound. To be awaited. */
      payFee(amount: AmountBound): AwaitedAssertion
      /**
       * This much of what was attached came back to the sender. Default: all that is above the fee and the function's own value. To be
       * awaited.
       */
      refund(amount?: AmountBound): AwaitedAssertion
    }
  }
}
