import type { Hex } from "viem"

import type { Sent } from "../../world/OpenWorld.js"
import type { ArgsToMatch, AssertedContract, ErrorNameOf } from "../messages/MessageAssertions.js"
import type { BalanceChange, ValuePlace } from "./places.js"
import type { RefusalReason } from "./routes.js"

/** What `send` of an app gateway returns, or the hash of a transaction of the gateway chain; or the promise of either. */
export type GatewaySubject = Sent | Hex | PromiseLike<Sent | Hex>

/** What `world.swap` returns, or its promise. */
export type SwapSubject = Sent | PromiseLike<Sent>

/** A function that sends, or does anything else. What it returns is awaited. */
export type ActionSubject = () => unknown

/**
 * The assertions about what is changed elsewhere. Each lets the actors do all that is due before it looks. Those about requests are about
 * all that the transaction has made, and about those that their callbacks have made; without any they fail, negated or not.
 */
export type EffectAssertions = {
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
  readonly changeBalances: (action: ActionSubject, changes: readonly BalanceChange[]) => Promise<void>
  /**
   * The sum of these balances and supplies over all chains is the same before the function is called and after everything is delivered.
   *
   * @example
   * await world.assertions.conserveValue(() => alpha.send.bridge([beta.slug, owner, 5n]), [{ token: alpha }, { token: beta }])
   */
  readonly conserveValue: (action: ActionSubject, parts: readonly ValuePlace[]) => Promise<void>
  /** Every request is complete, or the swap has paid. */
  readonly completed: (subject: GatewaySubject | SwapSubject) => Promise<void>
  /** Every payload was executed on its chain. Negated: at least one was not. */
  readonly resolvePayloads: (subject: GatewaySubject) => Promise<void>
  /** Every callback has run. Negated: at least one has not. */
  readonly resolveCallbacks: (subject: GatewaySubject) => Promise<void>
  /** A payload reverts on its chain. */
  readonly revertPayload: (subject: GatewaySubject) => Promise<void>
  /**
   * A payload reverts on its chain with an error that is in the contract's ABI, and with these arguments if any are given.
   *
   * @example
   * await world.assertions.revertPayloadWith(app.send.work([beta.slug, 5n]), target, "OutOfOrder", [5n])
   */
  readonly revertPayloadWith: <const Contract extends AssertedContract, const Name extends ErrorNameOf<Contract>>(
    subject: GatewaySubject,
    contract: Contract,
    errorName: Name,
    args?: ArgsToMatch<Contract, "error", Name>,
  ) => Promise<void>
  /** The callback of a payload reverts. */
  readonly revertCallback: (subject: GatewaySubject) => Promise<void>
  /**
   * The callback of a payload reverts with an error that is in the contract's ABI, and with these arguments if any are given.
   *
   * @example
   * await world.assertions.revertCallbackWith(app.send.work([beta.slug, 5n]), app, "NotReadyForResult", [5n])
   */
  readonly revertCallbackWith: <const Contract extends AssertedContract, const Name extends ErrorNameOf<Contract>>(
    subject: GatewaySubject,
    contract: Contract,
    errorName: Name,
    args?: ArgsToMatch<Contract, "error", Name>,
  ) => Promise<void>
  /**
   * Passes the world's time until the schedules and timeouts are due: each runs then, and not a second before. Afterwards the world is at
   * the time of the last one.
   */
  readonly runWhenDue: (subject: GatewaySubject) => Promise<void>
  /** The swap has failed, and was paid back. */
  readonly refunded: (swap: SwapSubject) => Promise<void>
  /**
   * The swap was paid back because its destination reverted with an error.
   *
   * @example
   * await world.assertions.refundedFor(world.swap(offer), "TooLittleOut")
   */
  readonly refundedFor: (swap: SwapSubject, errorName: string, args?: readonly unknown[]) => Promise<void>
  /**
   * The swap was refused before anything was sent: by the checks of `executeRoute`, for a reason of `routeRefusals`, or by the swap API,
   * with a text that contains this or matches it.
   *
   * @example
   * await world.assertions.refusedFor(world.swap({ ...swap, allowedTargets: [] }), "TARGET_NOT_ALLOWED")
   */
  readonly refusedFor: (swap: SwapSubject, reason: RefusalReason) => Promise<void>
}
