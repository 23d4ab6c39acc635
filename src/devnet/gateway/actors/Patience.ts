import type { Clock } from "../../../primitives/clock.js"
import type { RetryPolicy } from "../../relay/RetryPolicy.js"

/** How long an actor goes on with what reverts. */
export type Patience = { readonly clock: Clock; readonly retries: RetryPolicy }
