/** How often what reverts is tried, and how long its actor waits in between. */
export type RetryPolicy = { readonly attempts: number; /** Milliseconds. */ readonly delay: number }
