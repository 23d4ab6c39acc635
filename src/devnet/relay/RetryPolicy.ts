/** How often a call that reverts is attempted, and how long the devnet waits between two attempts. */
export type RetryPolicy = {
  /** Attempts in all, the first one included. */
  readonly attempts: number
  /** Milliseconds between two attempts. */
  readonly delay: number
}
