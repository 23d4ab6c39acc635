import type { Hex } from "viem"

import { isPlugsError } from "../../primitives/PlugsError.js"

/** For a question whose answer doesn't matter. */
export const noTransaction: Hex = `0x${"0".repeat(64)}`

/**
 * Looks once, and lets anything but "not found" come out: a server that is away, a refused key. A watch would wait for such a server
 * until its deadline.
 */
export async function refuseUnreachable(look: () => Promise<unknown>): Promise<void> {
  try {
    await look()
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "NOT_FOUND") throw error
  }
}
