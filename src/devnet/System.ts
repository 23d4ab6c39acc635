import type { Clock } from "../primitives/clock.js"
import type { Accounts } from "./chain/accounts.js"
import type { Cleanup } from "./cleanup.js"
import type { Queue } from "./relay/Queue.js"
import type { Workers } from "./relay/workers.js"
import type { RetryPolicy } from "./relay/RetryPolicy.js"

/** What one protocol gives the relay to do, on chains that have its contracts. */
export type System = {
  readonly books: readonly Queue[]
  hireCrew(signal: AbortSignal): Workers
}

/** What every protocol of a devnet works with. */
export type SystemContext = {
  readonly staff: Accounts
  readonly clock: Clock
  readonly retries: RetryPolicy
  readonly cleanup: Cleanup
  /** Told of what goes wrong in the background. */
  readonly report: (error: unknown) => void
}
