import type { Hex } from "viem"

import type { MessagingClient } from "../../messaging/index.js"
import { isPlugsError } from "../../primitives/PlugsError.js"

const noTransaction: Hex = `0x${"0".repeat(64)}`

/**
 * Asks the messaging API for a transaction that doesn't exist, and lets anything but "not found" come out: a server that is away, a
 * refused key. A watch would wait for such a server until its deadline.
 */
export async function refuseUnreachable(client: MessagingClient, srcChainSlug: number): Promise<void> {
  try {
    await client.getMessages({ srcChainSlug, srcTxHash: noTransaction })
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "NOT_FOUND") throw error
  }
}
