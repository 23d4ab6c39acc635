import type { Hex } from "viem"

import { isPlugsError } from "../../primitives/PlugsError.js"

/** The hash of no transaction, for a request whose answer doesn't matter. */
export const noTransaction: Hex = `0x${"0".repeat(64)}`

/**
 * Makes one request before a watch begins, and throws its error unless that is "not found". A watch would wait until its deadline for
 * a server that is away, or that refuses the API key.
 */
export async function requireReachable(request: () => Promise<unknown>): Promise<void> {
  try {
    await request()
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "NOT_FOUND") throw error
  }
}
