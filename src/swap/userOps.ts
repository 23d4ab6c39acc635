/** How a swap can be paid: what a quote is asked for as `userOps`. */
export const userOps = {
  tx: { says: "a transaction of the user's" },
  deposit: { says: "a transfer to a deposit address" },
  "cex-withdraw": { says: "a withdrawal from an exchange" },
} as const

/** A way to pay that public material names. */
export type UserOps = keyof typeof userOps

/** The tags that public material names; a route may carry others. */
export const routeTags = {
  SUGGESTED: { says: "suggested" },
  MAX_OUTPUT: { says: "gives the most" },
  FASTEST: { says: "the fastest" },
} as const

/** A tag that public material names. */
export type RouteTag = keyof typeof routeTags
