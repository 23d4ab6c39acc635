import type { RouteChoice } from "../arguments/readExecuteArguments.js"
import { isEvmTxData, type QuoteRoute } from "#extras/swap/src/types.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** No route fits the request. */
export class NoRouteError extends PlugsError {
  readonly code = "NO_ROUTE"

  constructor(problem: string) {
    super(problem, {
      next: "Show the offers with npx hardhat swap quote, and try another amount or other providers.",
    })
  }
}

/** Sorts routes by output, the largest first. Of routes with the same output, the fastest one comes first. */
export function rankRoutes(routes: readonly QuoteRoute[]): QuoteRoute[] {
  return [...routes].sort((a, b) => compare(b.output.amount, a.output.amount) || compare(secondsOf(a), secondsOf(b)))
}

/**
 * Chooses one of several routes that are paid in one way: by a transaction that can be sent, or by a deposit.
 *
 * @param routes as `rankRoutes` sorts them
 * @throws {NoRouteError} none fits the choice
 */
export function chooseRoute(
  routes: readonly QuoteRoute[],
  choice: RouteChoice,
  payment: "tx" | "deposit" = "tx",
): QuoteRoute {
  const executable = routes.filter(({ txData, deposit }) => (payment === "tx" ? isEvmTxData(txData) : deposit !== null))
  const [best] = executable
  if (best === undefined) throw new NoRouteError("There is no route for this swap.")
  if (choice === "best") return best
  if (choice === "fastest") {
    return executable.reduce((first, next) => (secondsOf(next) < secondsOf(first) ? next : first))
  }
  const suggested = executable.find(({ routeTags }) => routeTags.includes("SUGGESTED"))
  if (suggested === undefined) throw new NoRouteError("The swap API suggests none of its routes.")
  return suggested
}

function compare<T extends bigint | number>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** A route whose time is unknown comes last. */
function secondsOf({ estimatedTime }: QuoteRoute): number {
  return estimatedTime ?? Infinity
}
