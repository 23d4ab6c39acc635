import { isAddressEqual } from "viem/utils"

import { latestTime } from "../../primitives/clock.js"
import { checkRoute, isExpired } from "../checks/checkRoute.js"
import { confirmContracts } from "../checks/confirmContracts.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import type { CheckedRoute, RouteContract, RouteLimits } from "../checks/types.js"
import { requote } from "./requote.js"
import type { ExecuteRouteParameters, Execution, JournalEntry } from "./types.js"

/** A route that has not expired, and what was accepted for it. */
type FreshRoute = {
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

/**
 * Asks about the contracts of a route that are not allowed, except those that were confirmed for this execution before.
 *
 * @returns everything that was confirmed for this execution so far
 * @throws {RouteRefusedError} the answer is no, or there is nobody to ask
 */
export async function confirmRoute(
  { entry, parameters }: Execution<JournalEntry | undefined>,
  checked: CheckedRoute,
): Promise<readonly RouteContract[]> {
  const before = entry?.confirmed ?? []
  const asked = checked.unlisted.filter(
    ({ kind, address }) => !before.some((each) => each.kind === kind && each.address === address),
  )
  return [...before, ...(await confirmContracts(parameters, checked, asked))]
}

/**
 * Returns the parameters of an execution with the request and the limits that it began with, if it has begun. A second route of the same
 * quote, which the API could change, is then compared with what was asked first.
 *
 * Of two limits the lower one counts. The contracts are those that the caller allows now, so that trust can be taken back; a caller
 * that names none means those of before.
 */
export function recordedTerms({ entry, parameters }: Execution<JournalEntry | undefined>): ExecuteRouteParameters {
  if (entry === undefined) return parameters
  const { request, limits } = entry
  if (limits === undefined) return { ...parameters, request }
  const { allowedTargets, allowedSpenders } = parameters.allowedTargets === undefined ? limits : parameters
  const maxNativeFee = lower(limits.maxNativeFee, parameters.maxNativeFee)
  const maxCalldata = lower(limits.maxCalldata, parameters.maxCalldata)
  const acceptLoss = lower(limits.acceptLoss, parameters.acceptLoss)
  return { ...parameters, request, allowedTargets, allowedSpenders, maxNativeFee, maxCalldata, acceptLoss }
}

function lower<Limit extends bigint | number>(before: Limit | undefined, now: Limit | undefined): Limit | undefined {
  return before !== undefined && now !== undefined && now < before ? now : before
}

/** Picks the limits, also those that are not set: they have their defaults, and not another call's values. */
export function limitsOf(limits: RouteLimits): RouteLimits {
  const { allowedTargets, allowedSpenders, maxNativeFee, maxCalldata, acceptLoss } = limits
  return { allowedTargets, allowedSpenders, maxNativeFee, maxCalldata, acceptLoss }
}
