/**
 * The outcome of a request to retry.
 *
 * - `retried`: it had been given up, and is tried again.
 * - `done`: it has been carried out.
 * - `not given up`: it is tried by itself.
 * - `cancelled`: it was taken back, and is never carried out.
 */
export type RetryOutcome = (typeof retryOutcomes)[number]

/** The `data` of the error with which a devnet answers for an id that it does not know. */
export const unknownRetryId = "UNKNOWN_RETRY_ID"

export const retryOutcomes = ["retried", "done", "not given up", "cancelled"] as const
