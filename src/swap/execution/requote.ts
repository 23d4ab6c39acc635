import { type CheckedRoute, checkRoute } from "../checks/checkRoute.js"
import type { GetQuoteParameters, SwapClient } from "../createSwapClient.js"
import { RequoteRefusedError } from "./executionErrors.js"
import type { QuoteRoute } from "../types.js"
import type { RouteLimits } from "../checks/routeLimits.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"

/**
 * Gets another route for the same request, because the quote expired: the best of those that pass every check and give at least what
 * was accepted at first. One that goes the same way as before comes before all others.
 *
 * @throws {RequoteRefusedError} there is none
 */
export async function requote(
  client: SwapClient,
  {
    route: before,
    request,
    leastOut,
    limits,
    signal,
  }: {
    route: QuoteRoute
    request: GetQuoteParameters
    leastOut: bigint
    limits: RouteLimits
    signal: AbortSignal | undefined
  },
): Promise<CheckedRoute> {
  const quote = await client.getQuote({ ...request, signal })
  const offers: CheckedRoute[] = []
  let refusal: RouteRefusedError | undefined
  for (const route of quote.routes) {
    try {
      offers.push(checkRoute({ ...limits, route, request, quote, leastOut, now: client.clock.now() }))
    } catch (error) {
      if (!(error instanceof RouteRefusedError)) throw error
      refusal ??= error
    }
  }
  const isSameWay = ({ route }: CheckedRoute): number =>
    Number(route.routeDetails?.name !== undefined && route.routeDetails.name === before.routeDetails?.name)
  const [best] = offers.sort(
    (a, b) => isSameWay(b) - isSameWay(a) || (a.leastOut === b.leastOut ? 0 : a.leastOut > b.leastOut ? -1 : 1),
  )
  if (best !== undefined) return best
  const promised = quote.routes.map(({ output }) => output.minAmountOut ?? output.amount)
  throw new RequoteRefusedError({
    quoteId: before.quoteId,
    leastOut,
    best: promised.reduce<bigint | undefined>(
      (most, out) => (most === undefined || out > most ? out : most),
      undefined,
    ),
    reason: refusal?.reason,
  })
}
