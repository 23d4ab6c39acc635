/**
 * Milliseconds for each request to a node while something is explained. It is a little longer than what `guardClient` waits for, and
 * ends what it does not wait for any more.
 */
export const explainTimeout = 10_000
