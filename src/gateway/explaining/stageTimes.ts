/** Seconds after which a timeout or schedule that is due counts as late. A watcher runs it with the next block or two. */
export const lateAfter = 120

/** Seconds after which the gateway API should know what the gateway chain has. */
export const reportedAfter = 60
