import type { Account } from "viem"

import { isAddressEqual } from "viem/utils"

import { type CheckedRoute, checkRoute, isExpired } from "../checks/checkRoute.js"
import type { ExecuteRouteParameters } from "./executeRoute.js"
import type { JournalEntry } from "./journal.js"
import { requote } from "./requote.js"
import type { RouteLimits } from "../checks/routeLimits.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"

/** A route that can be used, and the least that was accepted of the very first. */
export type FreshRoute = { readonly checked: CheckedRoute; readonly accepted: bigint }

/** The route as it can be used now: as it was, or quoted again. */
export async function ensureFresh(
  parameters: ExecuteRouteParameters,
  account: Account,
  entry: JournalEntry | undefined,
): Promise<FreshRoute> {
  const { client, request, quote, signal } = parameters
  const now = client.clock.now()
  const limits = limitsOf(parameters)
  const isQuotedAgain = entry !== undefined && entry.route.quoteId !== parameters.route.quoteId
  const route = isQuotedAgain ? entry.route : parameters.route
  // A quote is of its own routes alone.
  const ofQuote = isQuotedAgain ? undefined : quote
  const may = parameters.requote === true
  const checked = checkRoute({
    ...limits,
    route,
    request,
    quote: ofQuote,
    leastOut: entry?.leastOut,
    now: may ? 0 : now,
  })
  const { userAddress } = checked.request
  if (!isAddressEqual(userAddress, account.address)) {
    throw new RouteRefusedError("WRONG_USER", {
      quoteId: route.quoteId,
      asked: userAddress,
      offered: `${account.address}, of the wallet`,
    })
  }
  const accepted = entry?.leastOut ?? checked.leastOut
  if (!isExpired(checked.route, now)) return { checked, accepted }
  const again = { route: checked.route, request, leastOut: accepted, limits, signal }
  return { checked: await requote(client, again), accepted }
}

/** What an execution was told of trust. */
export function limitsOf(parameters: ExecuteRouteParameters): RouteLimits {
  const { allowedTargets, allowedSpenders, maxNativeFee, maxCalldata } = parameters
  return { allowedTargets, allowedSpenders, maxNativeFee, maxCalldata }
}
