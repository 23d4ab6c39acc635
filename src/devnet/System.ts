import type { Clock } from "../primitives/clock.js"
import type { Staff } from "./accounts.js"
import type { Cleanup } from "./cleanup.js"
import type { Book } from "./relay/Book.js"
import type { Crew } from "./relay/Crew.js"
import type { ExecutionRetries } from "./relay/ExecutionRetries.js"

/** What one protocol gives the relay to do, on chains that have its contracts. */
export type System = {
  readonly books: readonly Book[]
  hireCrew(signal: AbortSignal): Crew
}

/** What every protocol of a devnet works with. */
export type SystemContext = {
  readonly staff: Staff
  readonly clock: Clock
  readonly retries: ExecutionRetries
  readonly cleanup: Cleanup
  /** Told of what goes wrong in the background. */
  readonly report: (error: unknown) => void
}
