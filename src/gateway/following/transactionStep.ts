import type { vanished } from "../../tracking/tracker.js"
import type { OrUnknown } from "../../tracking/states.js"
import type { GatewayRequest, Payload } from "../gatewayRequest.js"
import type { Revert } from "../reverts.js"
import type { PayloadStatus, TransactionStatus } from "../states.js"

type Step<Status extends string> = {
  /**
   * `state` is a step forward, the first sight, or a turn between reverting and being tried. `reorg` is a step back: a chain took
   * back what the state stood on, or the request itself, and then the state is `VANISHED`. The watch goes on from there.
   */
  readonly kind: "state" | "reorg"
  readonly state: OrUnknown<Status | typeof vanished>
  /** What the previous step of the same request or payload said; absent at first sight. */
  readonly previousState?: OrUnknown<Status | typeof vanished>
  /** What reverts now, decoded: of the payload, or of every payload of the request. */
  readonly reverts: readonly Revert[]
  /** When it was seen, in milliseconds of the client's clock. */
  readonly at: number
  /** Milliseconds since the previous step of the same request or payload; 0 at first sight. */
  readonly inState: number
  /** The request as it is now, with all its payloads, or as it was last seen before it vanished. */
  readonly request: GatewayRequest
}

/** A request changed its status. */
export type RequestStep = Step<TransactionStatus> & { readonly subject: "request" }

/** A payload changed its status, or began or stopped to revert. */
export type PayloadStep = Step<PayloadStatus> & { readonly subject: "payload"; readonly payload: Payload }

/** One change in a gateway transaction. Every change is reported once. */
export type TransactionStep = RequestStep | PayloadStep
