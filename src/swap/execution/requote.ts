import { latestTime } from "../../primitives/clock.js"
import { checkRoute } from "../checks/checkRoute.js"
import { confirmContracts } from "../checks/confirmContracts.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import type { CheckedRoute, RouteContract } from "../checks/types.js"
import type { QuoteRoute } from "../types.js"
import { RequoteRefusedError } from "./executionErrors.js"
import type { ExecuteRouteParameters } from "./types.js"

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
