import type { vanished } from "../../tracking/tracker.js"
import type { OrUnknown } from "../../tracking/states.js"
import type { RouteStatus } from "../types.js"
import type { RouteState } from "../states.js"

/** One change in a route's way. Every change is reported once. */
export type RouteStep = {
  /**
   * `state` is a step forward, or the first sight. `reorg` is a step back: a chain took back what the state stood on, or the API no
   * longer knows the route, and then the state is `VANISHED`. The watch goes on from there.
   */
  readonly kind: "state" | "reorg"
  readonly quoteId: string
  readonly state: OrUnknown<RouteState | typeof vanished>
  /** What the previous step said; absent at first sight. Equal to `state` when only one side or the refund moved. */
  readonly previousState?: OrUnknown<RouteState | typeof vanished>
  /** When it was seen, in milliseconds of the client's clock. */
  readonly at: number
  /** Milliseconds since the previous step; 0 at first sight. */
  readonly inState: number
  /** The route as it is now, or as it was last seen before it vanished. */
  readonly route: RouteStatus
}
