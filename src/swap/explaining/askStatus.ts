import type { Hex } from "viem"

import { isPlugsError } from "../../primitives/PlugsError.js"
import { RouteNotFoundError } from "../requestErrors.js"
import type { SwapClient } from "../createSwapClient.js"
import type { RouteAnswer } from "./types.js"

/**
 * Asks the swap API for a route. It never throws: that the API fails is an answer, too.
 *
 * @param ids what the route may be known by, the likeliest first: 32 bytes of hex can be the id of a quote and the hash of a transaction
 */
export async function askStatus(
  client: Pick<SwapClient, "getStatus">,
  ids: readonly ({ readonly quoteId: string } | { readonly srcTxHash: Hex })[],
  signal: AbortSignal | undefined,
): Promise<RouteAnswer> {
  for (const id of ids) {
    try {
      return { kind: "route", route: await client.getStatus({ ...id, signal }) }
    } catch (error) {
      if (error instanceof RouteNotFoundError) continue
      return { kind: "no answer", says: isPlugsError(error) ? error.shortMessage : "unknown" }
    }
  }
  return { kind: "unknown quote" }
}
