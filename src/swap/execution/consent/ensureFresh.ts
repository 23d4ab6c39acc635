import { isAddressEqual } from "viem/utils"

import { latestTime } from "../../../primitives/clock.js"
import { checkRoute, isExpired } from "../../checks/checkRoute.js"
import { RouteRefusedError } from "../../checks/routeRefusals.js"
import type { CheckedRoute, RouteContract } from "../../checks/types.js"
import { recordedTerms } from "../recordedTerms.js"
import { confirmRoute } from "./confirmRoute.js"
import { requote } from "./requote.js"
import type { Execution, JournalEntry } from "../types.js"

/** A route that has not expired, and what was accepted for it. */
export type FreshRoute = {
  readonly checked: CheckedRoute
  /** The least output that was accepted when the execution began. */
  readonly accepted: bigint
  /** The contracts that are not allowed and were confirmed for this execution. */
  readonly confirmed: readonly RouteContract[]
}

/**
 * Checks the route of an execution, and replaces it by a new quote if it has expired and `requote` allows that.
 *
 * @throws {RouteRefusedError} the route does not do what was requested, has expired, or has a contract that nobody agreed to
 * @throws {RequoteRefusedError} no new quote gives as much as was accepted
 */
export async function ensureFresh(execution: Execution<JournalEntry | undefined>): Promise<FreshRoute> {
  const { account, entry } = execution
  const parameters = recordedTerms(execution)
  const { client, request, quote } = parameters
  const now = latestTime(client.clock)
  // A new quote has another deposit address, which is for its payer to see.
  const canReplace = parameters.requote === true && request.userOps !== "deposit"
  const isReplaced = entry !== undefined && entry.route.quoteId !== parameters.route.quoteId
  const route = isReplaced ? entry.route : parameters.route
  const checked = checkRoute({
    ...parameters,
    route,
    request,
    // The given quote does not describe a route that replaced the given one.
    quote: isReplaced ? undefined : quote,
    leastOut: entry?.leastOut,
    payer: account.address,
    now: canReplace ? 0 : now,
    unlisted: "report",
  })
  const { userAddress } = checked.request
  if (!isAddressEqual(userAddress, account.address)) {
    throw new RouteRefusedError("WRONG_USER", {
      quoteId: route.quoteId,
      requested: userAddress,
      offered: `${account.address}, of the wallet`,
    })
  }
  const accepted = entry?.leastOut ?? checked.leastOut
  const confirmed = await confirmRoute(execution, checked)
  if (!isExpired(checked.route, now)) return { checked, accepted, confirmed }
  const replacement = await requote(parameters, { expired: checked, leastOut: accepted })
  return { checked: replacement.checked, accepted, confirmed: [...confirmed, ...replacement.confirmed] }
}
