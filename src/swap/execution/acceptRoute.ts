import { isAddressEqual } from "viem/utils"

import { latestTime } from "../../primitives/clock.js"
import { checkRoute, isExpired } from "../checks/checkRoute.js"
import { confirmContracts } from "../checks/confirmContracts.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import type { CheckedRoute, RouteContract, RouteLimits } from "../checks/types.js"
import type { QuoteRoute } from "../types.js"
import { RequoteRefusedError } from "./executionErrors.js"
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

/** A route that replaces an expired one, and the contracts that had to be confirmed for it. */
export type Replacement = { readonly checked: CheckedRoute; readonly confirmed: readonly RouteContract[] }

/**
 * Gets a new quote for the same request, because the old one expired, and chooses a route. It must pass every check and give at least
 * the amount that was accepted first.
 *
 * Consent was given for the contracts of the expired route, so a route with the same ones is preferred, even to a better one with
 * contracts that are allowed too. If there is none, somebody is asked about the others. Then a route with the same provider as before
 * is preferred, then the one that gives most.
 *
 * @throws {RequoteRefusedError} there is no such route
 * @throws {RouteRefusedError} TARGET_CHANGED: every such route has other contracts, and there is nobody to ask; or the answer is no
 */
export async function requote(
  parameters: ExecuteRouteParameters,
  { expired, leastOut }: { readonly expired: CheckedRoute; readonly leastOut: bigint },
): Promise<Replacement> {
  const { client, request, signal } = parameters
  const quote = await client.getQuote({ ...request, signal })
  const offers: Offer[] = []
  let refusal: RouteRefusedError | undefined
  for (const route of quote.routes) {
    try {
      const now = latestTime(client.clock)
      const checked = checkRoute({ ...parameters, route, quote, leastOut, now, unlisted: "report" })
      offers.push({ checked, changed: changedContracts(checked, expired) })
    } catch (error) {
      if (!(error instanceof RouteRefusedError)) throw error
      refusal ??= error
    }
  }
  const [best] = offers.sort(byPreference(expired.route))
  if (best === undefined) {
    const promised = quote.routes.map(({ output }) => output.minAmountOut ?? output.amount)
    throw new RequoteRefusedError({
      quoteId: expired.route.quoteId,
      leastOut,
      best: promised.sort(descending)[0],
      reason: refusal?.reason,
      unit: expired.route.output.token,
    })
  }
  const { checked, changed } = best
  if (changed.length > 0 && parameters.confirmTarget === undefined) {
    throw new RouteRefusedError("TARGET_CHANGED", {
      quoteId: checked.route.quoteId,
      requested: changed.map(({ kind, replaces }) => `${kind} ${replaces ?? "none"}`).join(", "),
      offered: changed.map(({ kind, address }) => `${kind} ${address}`).join(", "),
    })
  }
  return { checked, confirmed: await confirmContracts(parameters, checked, changed) }
}

type Offer = {
  readonly checked: CheckedRoute
  /** The contracts that differ from those of the expired route. */
  readonly changed: readonly (RouteContract & { readonly replaces: RouteContract["address"] | undefined })[]
}

function changedContracts({ transaction: { to }, approval }: CheckedRoute, expired: CheckedRoute): Offer["changed"] {
  const isSameTarget = to === expired.transaction.to
  const target = isSameTarget ? [] : [{ kind: "target", address: to, replaces: expired.transaction.to } as const]
  const [spender, before] = [approval?.spender, expired.approval?.spender]
  // Whoever agrees to another target agrees that it takes the input token.
  const isAsked = spender === undefined || spender === before || (!isSameTarget && spender === to)
  return isAsked ? target : [...target, { kind: "spender", address: spender, replaces: before }]
}

function byPreference({ routeDetails: before }: QuoteRoute): (a: Offer, b: Offer) => number {
  const differs = ({ changed }: Offer): number => Number(changed.length > 0)
  const hasSameProvider = ({ checked: { route } }: Offer): number =>
    Number(route.routeDetails?.name !== undefined && route.routeDetails.name === before?.name)
  return (a, b) =>
    differs(a) - differs(b) ||
    hasSameProvider(b) - hasSameProvider(a) ||
    descending(a.checked.leastOut, b.checked.leastOut)
}

function descending(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1
}
