import type { Hex } from "viem"

import { isPlugsError } from "../../primitives/PlugsError.js"

/** A hash that no transaction has, for a request whose answer does not matter. */
export const noTransaction: Hex = `0x${"0".repeat(64)}`

/**
 * Makes one request before a watch begins, and throws its error unless that is "not found". Without it, a watch would wait until its
 * deadline for a server that does not answer.
 */
export async function requireReachable(request: () => Promise<unknown>): Promise<void> {
  try {
    await request()
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "NOT_FOUND") throw error
  }
}
