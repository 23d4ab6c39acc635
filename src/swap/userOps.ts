/** The ways to pay for a swap: the values of `userOps` in a quote. */
export const userOps = {
  tx: { says: "a transaction from the user" },
  deposit: { says: "a transfer to a deposit address" },
  "cex-withdraw": { says: "a withdrawal from an exchange" },
} as const

/** A documented way to pay for a swap. */
export type UserOps = keyof typeof userOps

/** The documented tags of a route. A route may have others. */
export const routeTags = {
  SUGGESTED: { says: "suggested" },
  MAX_OUTPUT: { says: "gives the most" },
  FASTEST: { says: "the fastest" },
} as const

/** A documented tag of a route. */
export type RouteTag = keyof typeof routeTags
