import type { Hex } from "viem"

import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import type { RouteStatus } from "#extras/swap/src/types.js"
import type { GetStatusParameters } from "#extras/swap/src/wire/parameters/types.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/**
 * Makes a client whose `getStatus` also accepts the hash of the origin transaction as `quoteId`. Both can be 32 bytes of hex, so only
 * the API can distinguish them.
 */
export function findRouteEitherWay(client: SwapClient): SwapClient {
  let found: "quoteId" | "srcTxHash" | undefined

  async function getStatus({ quoteId: id, ...parameters }: GetStatusParameters): Promise<RouteStatus> {
    const byQuote = (): Promise<RouteStatus> => client.getStatus({ ...parameters, quoteId: id })
    const byTransaction = (): Promise<RouteStatus> => client.getStatus({ ...parameters, srcTxHash: id as Hex })
    if (id === undefined || found === "quoteId" || !/^0x[0-9a-f]{64}$/i.test(id)) return await byQuote()
    if (found === "srcTxHash") return await byTransaction()
    try {
      const route = await byQuote()
      found = "quoteId"
      return route
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    const route = await byTransaction()
    found = "srcTxHash"
    return route
  }

  return { ...client, getStatus }
}

function isNotFound(error: unknown): boolean {
  return isPlugsError(error) && error.code === "NOT_FOUND"
}
