import type { Client } from "viem"

import { getMinFees, type GetMinFeesParameters } from "../getMinFees.js"

/** Reads what the socket charges at least for messages together, or `undefined` if it has no price for one. */
export async function priceMessages(
  client: Client,
  messages: readonly GetMinFeesParameters[],
): Promise<bigint | undefined> {
  try {
    const fees = await Promise.all(messages.map((message) => getMinFees(client, message)))
    return fees.reduce((sum, fee) => sum + fee, 0n)
  } catch {
    // The reason is also why the call reverts, and the caller reports that.
    return undefined
  }
}
