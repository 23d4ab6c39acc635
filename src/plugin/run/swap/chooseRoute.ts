import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import { quote } from "../../../primitives/quote.js"
import { isEvmTxData, type QuoteRoute } from "../../../swap/index.js"
import { timeOf } from "./rankRoutes.js"

/** Ways to choose one of several routes. */
export const routeChoices = {
  best: { says: "the one that gives the most" },
  fastest: { says: "the one that is there first" },
  suggested: { says: "the one that the API suggests" },
} as const

/** A way to choose a route. */
export type RouteChoice = keyof typeof routeChoices

/** Nobody offers what is asked for. */
export class NoRouteError extends PlugsError {
  readonly code = "NO_ROUTE"

  constructor(problem: string) {
    super(problem, {
      next: "Look at what is offered with npx hardhat swap quote, and try another amount or other providers.",
    })
  }
}

/** Reads how a command line chooses among routes. */
export function readRouteChoice(text: string | undefined): RouteChoice {
  const choice = (text ?? "best").trim().toLowerCase()
  if (Object.hasOwn(routeChoices, choice)) return choice as RouteChoice
  throw new InvalidInputError({
    argument: "--route",
    problem: `${quote(text ?? "")} is no way to choose a route`,
    fix: `Give one of ${Object.keys(routeChoices).join(", ")}; --provider chooses whom it goes through.`,
  })
}

/**
 * Takes one of several routes that a transaction can carry out.
 *
 * @param routes the one that gives the most first
 * @throws {NoRouteError} there is none
 */
export function chooseRoute(routes: readonly QuoteRoute[], choice: RouteChoice): QuoteRoute {
  const sendable = routes.filter(({ txData }) => isEvmTxData(txData))
  const [best] = sendable
  if (best === undefined) throw new NoRouteError("Nobody offers a route for this.")
  if (choice === "best") return best
  if (choice === "fastest") return sendable.reduce((first, next) => (timeOf(next) < timeOf(first) ? next : first))
  const suggested = sendable.find(({ routeTags }) => routeTags.includes("SUGGESTED"))
  if (suggested === undefined) throw new NoRouteError("The swap API suggests none of its routes.")
  return suggested
}
