import { isAddressEqual } from "viem/utils"

import { checkRoute, isExpired } from "../checks/checkRoute.js"
import { confirmContracts } from "../checks/confirmContracts.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import { callChanges, shownCall } from "../checks/shownCall.js"
import type { CheckedRoute, RouteContract, ShownCall } from "../checks/types.js"
import type { QuoteRoute } from "../types.js"
import { JournalMismatchError, RequoteRefusedError } from "./executionErrors.js"
import type { Begun, ExecuteRouteParameters, Execution } from "./types.js"
import { latestTime } from "#src/primitives/clock.js"
import { exactJson, excerpt } from "#src/primitives/text.js"

/** A route that has not expired, and what was accepted for it. */
export type FreshRoute = {
  readonly checked: CheckedRoute
  /** The least output that was accepted when this call began. */
  readonly accepted: bigint
  /** The contracts that are not allowed and were confirmed in this call. */
  readonly confirmed: readonly RouteContract[]
}

/**
 * Checks the route of an execution, and replaces it by a new quote if it has expired and `requote` allows that.
 *
 * @param before what this call accepted, if the quote expired since
 * @throws {RouteRefusedError} the route does not do what was requested, has expired, or has a contract that nobody agreed to
 * @throws {RequoteRefusedError} no new quote gives as much as was accepted
 */
export async function ensureFresh({ account, entry, parameters }: Begun, before?: FreshRoute): Promise<FreshRoute> {
  const { client, quote } = parameters
  const now = latestTime(client.clock)
  // A new quote has another deposit address, which is for its payer to see.
  const canReplace = parameters.requote === true && parameters.route.userOp !== "deposit"
  const route = before?.checked.route ?? parameters.route
  const checked = checkRoute({
    ...parameters,
    route,
    // The given quote does not describe a route that replaced the given one.
    quote: route.quoteId === parameters.route.quoteId ? quote : undefined,
    leastOut: before?.accepted,
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
  const shown = before === undefined ? entry?.confirmed : undefined
  if (shown !== undefined) await agreeTo(parameters, checked, changesFrom(shown, checked))
  const accepted = before?.accepted ?? checked.leastOut
  const known = before?.confirmed ?? []
  const asked = checked.unlisted.filter(
    ({ kind, address }) => !known.some((each) => each.kind === kind && each.address === address),
  )
  const confirmed = [...known, ...(await confirmContracts(parameters, checked, asked))]
  if (!isExpired(checked.route, now)) return { checked, accepted, confirmed }
  const replacement = await requote(parameters, { expired: checked, leastOut: accepted })
  return { checked: replacement.checked, accepted, confirmed: [...confirmed, ...replacement.confirmed] }
}

/**
 * Checks what the journal records of a transaction that was signed and that no node has: its route must be the given one, or else one
 * that could have replaced it, within the limits of this call.
 *
 * @throws {JournalMismatchError} the recorded route is another one, and `requote` is not given
 * @throws {RouteRefusedError} the route does not do what was requested, or has a contract that nobody agreed to
 */
export async function checkRecorded({ account, entry, parameters }: Execution): Promise<CheckedRoute> {
  const now = latestTime(parameters.client.clock)
  const terms = { ...parameters, quote: undefined, payer: account.address, unlisted: "report" } as const
  const given = checkRoute({ ...terms, leastOut: undefined, now: 0 })
  const checked = checkRoute({ ...terms, route: entry.route, leastOut: given.leastOut, now })
  const [written, wanted] = [contentOf(checked), contentOf(given)]
  const isGiven = written === wanted
  if (!isGiven && parameters.requote !== true) {
    const { quoteId } = entry
    throw new JournalMismatchError({ quoteId, written: excerpt(written, 300), given: excerpt(wanted, 300) })
  }
  await agreeTo(parameters, checked, changesFrom(entry.confirmed ?? shownCall(given), checked))
  await confirmContracts(parameters, checked, checked.unlisted)
  return checked
}

/** The same text for routes that do the same, whatever the ids of their quotes. */
function contentOf({ transaction: { chainId, to, data, value }, approval, leastOut }: CheckedRoute): string {
  return exactJson({ to, value, chainId, approval, leastOut, data })
}

/**
 * Gets a new quote for the same request, because the old one expired, and chooses a route. It must pass every check and give at least
 * the amount that was accepted first.
 *
 * Consent was given for what the expired route does, so a route that does no more, with the same contracts, is preferred, even to a
 * better one with contracts that are allowed too. If there is none, somebody is asked about the differences. Then a route with the same
 * provider as before is preferred, then the one that gives most.
 *
 * @throws {RequoteRefusedError} there is no such route
 * @throws {RouteRefusedError} TARGET_CHANGED or CALL_CHANGED: every such route differs, and there is nobody to ask; or the answer is no
 */
export async function requote(
  parameters: ExecuteRouteParameters,
  { expired, leastOut }: { readonly expired: CheckedRoute; readonly leastOut: bigint },
): Promise<Omit<FreshRoute, "accepted">> {
  const { client, request, signal } = parameters
  const { userOps } = expired.request
  const quote = await client.getQuote({ ...request, userOps, signal })
  const offers: Offer[] = []
  let refusal: RouteRefusedError | undefined
  for (const route of quote.routes) {
    try {
      const now = latestTime(client.clock)
      const checked = checkRoute({ ...parameters, route, quote, leastOut, now, unlisted: "report" })
      offers.push({ checked, changes: changesFrom(shownCall(expired), checked) })
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
  const { checked, changes } = best
  return { checked, confirmed: await agreeTo(parameters, checked, changes) }
}

/** Asks about contracts that are in place of those that were agreed to, and about what else was not shown. */
async function agreeTo(
  parameters: ExecuteRouteParameters,
  checked: CheckedRoute,
  { contracts: changed, differences }: Changes,
): Promise<readonly RouteContract[]> {
  if (changed.length > 0 && parameters.confirmTarget === undefined) {
    throw new RouteRefusedError("TARGET_CHANGED", {
      quoteId: checked.route.quoteId,
      requested: changed.map(({ kind, replaces }) => `${kind} ${replaces ?? "none"}`).join(", "),
      offered: changed.map(({ kind, address }) => `${kind} ${address}`).join(", "),
    })
  }
  const confirmed = await confirmContracts(parameters, checked, changed)
  if (differences.length === 0) return confirmed
  const isConfirmed: unknown = await parameters.confirmCall?.(differences)
  if (isConfirmed === true) return confirmed
  throw new RouteRefusedError("CALL_CHANGED", { quoteId: checked.route.quoteId, offered: differences.join("; ") })
}

type Offer = {
  readonly checked: CheckedRoute
  readonly changes: Changes
}

/** How a route differs from what was shown. */
type Changes = {
  readonly contracts: readonly (RouteContract & { readonly replaces: RouteContract["address"] | undefined })[]
  readonly differences: readonly string[]
}

function changesFrom(shown: ShownCall, checked: CheckedRoute): Changes {
  const call = shownCall(checked)
  return { contracts: changedContracts(call, shown), differences: callChanges(call, shown) }
}

function changedContracts({ target: to, spender }: ShownCall, shown: ShownCall): Changes["contracts"] {
  const isSameTarget = to === shown.target
  const target = isSameTarget ? [] : [{ kind: "target", address: to, replaces: shown.target } as const]
  const before = shown.spender
  // Agreeing to another target includes that it takes the input token.
  const isAsked = spender === undefined || spender === before || (!isSameTarget && spender === to)
  return isAsked ? target : [...target, { kind: "spender", address: spender, replaces: before }]
}

function byPreference({ routeDetails: before }: QuoteRoute): (a: Offer, b: Offer) => number {
  const differs = ({ changes }: Offer): number => Number(Object.values(changes).some(({ length }) => length > 0))
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
