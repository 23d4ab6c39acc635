import { latestTime } from "../../primitives/clock.js"
import { checkRoute } from "../checks/checkRoute.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import type { CheckedRoute } from "../checks/types.js"
import type { QuoteRoute } from "../types.js"
import { RequoteRefusedError } from "./executionErrors.js"
import type { ExecuteRouteParameters } from "./types.js"

/**
 * Gets a new quote for the same request, because the old one expired, and chooses a route. It must pass every check and give at least
 * the amount that was accepted first. A route with the same provider as before is preferred, then the one that gives most.
 *
 * @throws {RequoteRefusedError} there is no such route
 */
export async function requote(
  parameters: ExecuteRouteParameters,
  { route: expired, leastOut }: { readonly route: QuoteRoute; readonly leastOut: bigint },
): Promise<CheckedRoute> {
  const { client, request, signal } = parameters
  const quote = await client.getQuote({ ...request, signal })
  const offers: CheckedRoute[] = []
  let refusal: RouteRefusedError | undefined
  for (const route of quote.routes) {
    try {
      offers.push(checkRoute({ ...parameters, route, quote, leastOut, now: latestTime(client.clock) }))
    } catch (error) {
      if (!(error instanceof RouteRefusedError)) throw error
      refusal ??= error
    }
  }
  const hasSameProvider = ({ route }: CheckedRoute): number =>
    Number(route.routeDetails?.name !== undefined && route.routeDetails.name === expired.routeDetails?.name)
  const [best] = offers.sort((a, b) => hasSameProvider(b) - hasSameProvider(a) || descending(a.leastOut, b.leastOut))
  if (best !== undefined) return best
  const promised = quote.routes.map(({ output }) => output.minAmountOut ?? output.amount)
  throw new RequoteRefusedError({
    quoteId: expired.quoteId,
    leastOut,
    best: promised.sort(descending)[0],
    reason: refusal?.reason,
  })
}

function descending(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1
}
