import type { vanished } from "../../tracking/tracker.js"
import type { OrUnknown } from "../../tracking/states.js"
import type { Timeout } from "../types.js"
import type { DecodedRevert } from "../../primitives/revertData.js"
import type { TimeoutStatus } from "../states.js"

/** One change of one timeout: of its status, or of why it reverts. Every change is reported once. */
export type TimeoutStep = {
  /** `reorg` is a step back: the chain took back what the state stood on, or the timeout itself. */
  readonly kind: "state" | "reorg"
  readonly state: OrUnknown<TimeoutStatus | typeof vanished>
  /** What the previous step of the same timeout said; absent at first sight. */
  readonly previousState?: OrUnknown<TimeoutStatus | typeof vanished>
  /** Why its call reverts now; absent when it doesn't. */
  readonly revert?: { readonly reason: string; readonly decoded?: DecodedRevert }
  /** When it was seen, in milliseconds of the client's clock. */
  readonly at: number
  /** Milliseconds since the previous step of the same timeout; 0 at first sight. */
  readonly inState: number
  /** As it is now, or as it was last seen before it vanished. */
  readonly timeout: Timeout
}
