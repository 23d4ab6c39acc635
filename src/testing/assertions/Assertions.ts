import type { Hex } from "viem"

import type { Sent } from "../world/OpenWorld.js"
import type { BalanceChange, ValuePlace } from "./effects/places.js"
import type { ArgsToMatch, AssertedContract, NameOf } from "./matchArgs.js"
import type { MessageStatus } from "#src/messaging/states.js"
import type { RefusalReason } from "#src/plugin/extras.js"

// To add an assertion: its type and its sentence here, its row in `matchers.ts`, and the check beside it. The chai matcher follows.

/** How an assertion is written: as a function of its subject, or as a word behind `expect(subject)`. */
export type AssertionForm = "function" | "word"

type SubjectIn<Form extends AssertionForm, Subject> = Form extends "function" ? [subject: Subject] : []

/** A word without parameters is a property. */
type Assertion<Form extends AssertionForm, Subject, Outcome, Parameters extends readonly unknown[] = []> = [
  ...SubjectIn<Form, Subject>,
  ...Parameters,
] extends []
  ? Outcome
  : (...parameters: [...SubjectIn<Form, Subject>, ...Parameters]) => Outcome

/** About an error or an event that is in a contract's ABI. */
type NamedAssertion<Type extends "error" | "event", Form extends AssertionForm, Subject, Outcome> = <
  const Contract extends AssertedContract,
  const Name extends NameOf<Contract, Type>,
>(
  ...parameters: [...SubjectIn<Form, Subject>, contract: Contract, name: Name, args?: ArgsToMatch<Contract, Type, Name>]
) => Outcome

/** What `send` or `world.swap` returns, or its promise. */
export type SentSubject = Sent | PromiseLike<Sent>

/** The promise of a call. */
export type CallSubject = PromiseLike<unknown>

/** Wei, or a bound of them. */
export type AmountBound = bigint | { readonly atLeast?: bigint | undefined; readonly atMost?: bigint | undefined }

/** What `send` of an app gateway returns, or the hash of a transaction of the gateway chain; or the promise of either. */
export type GatewaySubject = Sent | Hex | PromiseLike<Sent | Hex>

/** A function that sends, or does anything else. What it returns is awaited. */
export type ActionSubject = () => unknown

/**
 * The assertions about messages. Each waits for the transaction, lets the actors do all that is due, and fails if the transaction reverted or
 * sent nothing, negated or not.
 * Only `revertedWithError` is about a call that reverts.
 */
export type MessageAssertions<Form extends AssertionForm = "function", Outcome = Promise<void>> = {
  /** Every message of the transaction is delivered. Negated: none is. */
  readonly delivered: Assertion<Form, SentSubject, Outcome>
  /** Every message is delivered, and by the logs of its chain exactly once. */
  readonly deliveredOnce: Assertion<Form, SentSubject, Outcome>
  /**
   * Every message comes to a state, and no further. Negated: none is in it.
   *
   * @example
   * world.hold("verify")
   * await world.assertions.reach(alpha.send.add([beta.slug, 5n]), "ATTESTED")
   */
  readonly reach: Assertion<Form, SentSubject, Outcome, [state: MessageStatus]>
  /** The inbound of one of the messages reverts. */
  readonly revertInbound: Assertion<Form, SentSubject, Outcome>
  /**
   * The inbound of one of the messages reverts with an error that is in the contract's ABI, and with these arguments if any are given.
   *
   * @example
   * await world.assertions.revertInboundWith(alpha.send.send([beta.slug, "0x12"]), beta, "InABadMood", ["0x12"])
   */
  readonly revertInboundWith: NamedAssertion<"error", Form, SentSubject, Outcome>
  /**
   * The call itself reverts on its own chain with an error that is in the contract's ABI, and with these arguments if any are given. It
   * takes the promise of `send`, `write`, `read` or `deploy`.
   *
   * @example
   * await world.assertions.revertedWithError(alpha.send.add([beta.slug, 5n], { attached: 0n }), alpha, "InsufficientFees")
   */
  readonly revertedWithError: NamedAssertion<"error", Form, CallSubject, Outcome>
  /**
   * A contract on another chain emits an event inside the inbound of one of the messages, and with these arguments if any are given.
   *
   * @example
   * await world.assertions.causeEvent(alpha.send.add([beta.slug, 5n]), beta, "Added", [alpha.slug, 5n, (counter) => counter >= 5n])
   */
  readonly causeEvent: NamedAssertion<"event", Form, SentSubject, Outcome>
  /** The call requires its fee: it reverts without it and with one wei less, and passes with it. */
  readonly refusedBelowFee: Assertion<Form, SentSubject, Outcome>
  /** The messages cost this much in all, or an amount within the bound. */
  readonly payFee: Assertion<Form, SentSubject, Outcome, [amount: AmountBound]>
  /**
   * This much of what was attached came back to the sender. Default: all that is above the fee and the function's own value.
   *
   * @example
   * await world.assertions.refund(alpha.send.add([beta.slug, 5n], { attached: 10n ** 18n }))
   */
  readonly refund: Assertion<Form, SentSubject, Outcome, [amount?: AmountBound]>
}

/**
 * The assertions about what is changed elsewhere. Each lets the actors do all that is due before it polls. Those about requests are about
 * all that the transaction has made, and about those that their callbacks have made; without any they fail, negated or not.
 */
export type EffectAssertions<Form extends AssertionForm = "function", Outcome = Promise<void>> = {
  /**
   * What a function does changes balances by exactly these amounts, from before the call to after everything is delivered. What an
   * account pays for gas does not count. Negated: at least one changes otherwise.
   *
   * @example
   * await world.assertions.changeBalances(() => alpha.send.bridge([beta.slug, owner, 5n]), [
   *   { token: alpha, of: owner, by: -5n },
   *   { token: beta, of: owner, by: 5n },
   * ])
   */
  readonly changeBalances: Assertion<Form, ActionSubject, Outcome, [changes: readonly BalanceChange[]]>
  /**
   * The sum of these balances and supplies over all chains is the same before the function is called and after everything is delivered.
   *
   * @example
   * await world.assertions.conserveValue(() => alpha.send.bridge([beta.slug, owner, 5n]), [{ token: alpha }, { token: beta }])
   */
  readonly conserveValue: Assertion<Form, ActionSubject, Outcome, [parts: readonly ValuePlace[]]>
  /** Every request is complete, or the swap has paid. */
  readonly completed: Assertion<Form, GatewaySubject, Outcome>
  /** Every payload was executed on its chain. Negated: at least one was not. */
  readonly resolvePayloads: Assertion<Form, GatewaySubject, Outcome>
  /** Every callback has run. Negated: at least one has not. */
  readonly resolveCallbacks: Assertion<Form, GatewaySubject, Outcome>
  /** A payload reverts on its chain. */
  readonly revertPayload: Assertion<Form, GatewaySubject, Outcome>
  /**
   * A payload reverts on its chain with an error that is in the contract's ABI, and with these arguments if any are given.
   *
   * @example
   * await world.assertions.revertPayloadWith(app.send.work([beta.slug, 5n]), target, "OutOfOrder", [5n])
   */
  readonly revertPayloadWith: NamedAssertion<"error", Form, GatewaySubject, Outcome>
  /** The callback of a payload reverts. */
  readonly revertCallback: Assertion<Form, GatewaySubject, Outcome>
  /**
   * The callback of a payload reverts with an error that is in the contract's ABI, and with these arguments if any are given.
   *
   * @example
   * await world.assertions.revertCallbackWith(app.send.work([beta.slug, 5n]), app, "NotReadyForResult", [5n])
   */
  readonly revertCallbackWith: NamedAssertion<"error", Form, GatewaySubject, Outcome>
  /** Passes the world's time until the schedules and timeouts are due: each runs then, and not a second before. */
  readonly runWhenDue: Assertion<Form, GatewaySubject, Outcome>
  /** The swap has failed, and was paid back. */
  readonly refunded: Assertion<Form, SentSubject, Outcome>
  /**
   * The swap was paid back because its destination reverted with an error.
   *
   * @example
   * await world.assertions.refundedFor(world.swap(offer), "TooLittleOut")
   */
  readonly refundedFor: Assertion<Form, SentSubject, Outcome, [errorName: string, args?: readonly unknown[]]>
  /**
   * The swap was refused before anything was sent: by the checks of `executeRoute`, for a reason of `routeRefusals`, or by the swap API,
   * with a text that contains this or matches it.
   *
   * @example
   * await world.assertions.refusedFor(world.swap({ ...swap, allowedTargets: [] }), "TARGET_NOT_ALLOWED")
   */
  readonly refusedFor: Assertion<Form, SentSubject, Outcome, [reason: RefusalReason]>
}

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
