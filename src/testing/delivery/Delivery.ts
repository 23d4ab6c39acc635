import type { Hex } from "viem"

import type { Sent } from "../world/OpenWorld.js"
import type { Stage } from "#src/devnet/stages.js"
import type { PayloadStatus } from "#src/gateway/states.js"
import type { MessageStatus } from "#src/messaging/states.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** A state that messages or payloads can be stopped in. */
export type DeliveryState = Exclude<MessageStatus, "CONFIRMED"> | PayloadStatus

/** What to deliver: all that left in what `send` returned, or one message, payload, timeout, trigger, deposit or quote by its id. */
export type DeliveryTarget = Sent | Hex

/** How far to deliver, and in which order. */
export type DeliverOptions = {
  /** The state to stop in: nothing goes beyond it, and what knows no such state is left where it is. Default: to the end. */
  readonly until?: DeliveryState | undefined
  /** What to deliver first, one after the other. The targets come after it, or everything else if none are given. */
  readonly order?: readonly DeliveryTarget[] | undefined
  /** Delivers only one of those that can move, the one that has waited longest first. The last one, if fewer wait. Default: all. */
  readonly nth?: number | undefined
}

/** One step that `deliverNext` has made. */
export type DeliveryStep = {
  /** What the actors have done. */
  readonly stage: Stage
  /** Name of the chain on which they have done it. */
  readonly chain: string
  /** The id of the message, payload, timeout, trigger or deposit; for a route, of the job that its quote needs. */
  readonly id: string
}

/** Options of `deliverNext`. */
export type DeliverNextOptions = {
  /** Which of those that can move, the one that has waited longest first. Default: 0. The last one, if fewer wait. */
  readonly nth?: number | undefined
  /** Leaves what has reached this state. */
  readonly until?: DeliveryState | undefined
}

/**
 * Control over what the actors do: with messages, and with payloads, callbacks, schedules, timeouts and routes. None of it passes time, which
 * is what `world.time` does.
 *
 * Delivery is automatic at first: the actors work in the background. It is by hand after `manual`, with the option `delivery: "manual"`, and
 * as soon as a test delivers only some things or only so far: nothing moves then but what the test delivers. Fixtures and snapshots bring
 * back how it was.
 */
export type Delivery = {
  /**
   * Lets the actors work until nothing is left that they can move. What could not be moved before is tried again. What a test holds, what
   * waits for time and what keeps reverting stays.
   *
   * With targets, only those are delivered. Earlier messages of the same path are sealed with them, because a chain seals in order.
   *
   * @throws {InvalidInputError} a target is not known in this world, or there is no such state
   * @throws {StatePassedError} a target has gone beyond `until` already
   * @throws {ActorFailedError} an actor fails again and again
   * @example
   * world.manual()
   * const [first, second] = [await alpha.send.add([beta.slug, 1n]), await alpha.send.add([beta.slug, 2n])]
   * await world.deliver({ until: "ATTESTED" })
   * await world.deliver(second)
   * await world.deliver()
   */
  readonly deliver: {
    (options?: DeliverOptions): Promise<void>
    (targets: DeliveryTarget | readonly DeliveryTarget[], options?: DeliverOptions): Promise<void>
  }
  /**
   * Moves one thing on by one step: what has waited longest, and of several the one whose step comes first. What cannot be moved is
   * passed over.
   *
   * @returns `undefined` if nothing can move
   * @example
   * while ((await world.deliverNext()) !== undefined) expect(await beta.read.counter()).to.be.lessThan(6n)
   */
  readonly deliverNext: {
    (options?: DeliverNextOptions): Promise<DeliveryStep | undefined>
    (
      targets: DeliveryTarget | readonly DeliveryTarget[],
      options?: DeliverNextOptions,
    ): Promise<DeliveryStep | undefined>
  }
  /** Takes delivery into the test's hands: nothing moves but what the test delivers. */
  readonly manual: () => void
  /** Lets the actors work in the background again. */
  readonly automatic: () => void
  /**
   * Keeps the actors from these stages, until `release`, also while a test delivers. Without names, from all.
   *
   * @throws {InvalidInputError} there is no such stage
   */
  readonly hold: (...stages: Stage[]) => void
  /** Lets the actors continue with these stages, or with all. */
  readonly release: (...stages: Stage[]) => void
}

/** Something was to be delivered up to a state that it has passed. */
export class StatePassedError extends PlugsError {
  readonly code = "STATE_PASSED"
  constructor({ what, id, until, status }: { what: string; id: string; until: string; status: string }) {
    super(`A ${what} cannot be delivered up to ${until}: it is ${status} already.`, {
      facts: { [what]: id, state: status },
      next: 'Take delivery into your hands before the transaction: call world.manual(), or create the world with { delivery: "manual" }.',
    })
  }
}
