import type { Hex } from "viem"

import type { Refund, RouteStatus } from "../types.js"
import type { RouteStep, RouteTracker } from "./routeTracker.js"
import { whySwap } from "#src/primitives/commands/explainCommands.js"
import { argument, chain, chainFact, type ErrorText, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt, shorten } from "#src/primitives/text.js"
import { DeadlinePassedError, formatHistory } from "#src/tracking/DeadlinePassedError.js"

type RouteSubject = { readonly quoteId?: string | undefined; readonly srcTxHash?: Hex | undefined }

type FinalRoute = { readonly route: RouteStatus; readonly history: readonly RouteStep[] }

/** A route ended without delivering what was swapped for. `code` says whether it failed, expired, or was refunded. */
export abstract class RouteEndedError extends PlugsError {
  /** The route as last seen. */
  readonly route: RouteStatus
  readonly history: readonly RouteStep[]

  constructor(
    shortMessage: string,
    { route, history }: FinalRoute,
    next: ErrorText,
    facts: Record<string, ErrorText | undefined> = {},
  ) {
    const { origin, destination } = route
    super(shortMessage, {
      facts: {
        quote: excerpt(route.quoteId),
        origin: formatSide(origin),
        destination: formatSide(destination),
        ...facts,
        history: excerpt(formatHistory(history), 300),
      },
      next,
    })
    this.route = route
    this.history = history
  }

  get lastState(): string {
    return this.route.status
  }
}

/** The swap failed, and the API reports no refund. */
export class RouteFailedError extends RouteEndedError {
  readonly code = "ROUTE_FAILED"

  constructor(final: FinalRoute) {
    super(
      "The swap failed.",
      final,
      text`Check the transactions on both chains. The API reports no refund. ${whySwap(final.route.quoteId)}`,
    )
  }
}

/** The quote expired, and the API has not seen a transaction for it. */
export class RouteExpiredError extends RouteEndedError {
  readonly code = "ROUTE_EXPIRED"

  constructor(final: FinalRoute) {
    super(
      "The quote expired before it was used.",
      final,
      text`Get a new quote. If you sent a transaction for this one, check it first. ${whySwap(final.route.quoteId)}`,
    )
  }
}

/** The swap failed, and the API says that the funds were returned. Nothing here has looked at the chain. */
export class RouteRefundedError extends RouteEndedError {
  readonly code = "ROUTE_REFUNDED"
  /** Where the funds were returned; `null` if the API does not say. */
  readonly refund: Refund | null

  constructor(final: FinalRoute) {
    const { refund } = final.route
    super(
      "The swap failed, and the API says that it was refunded.",
      final,
      text`Look for the refund on its chain before you swap again: only the API says that it was paid. ${whySwap(final.route.quoteId)}`,
      {
        "refund on chain":
          refund?.chainId === undefined || refund.chainId === null ? undefined : chainFact(refund.chainId),
        "refund transaction": typeof refund?.txHash === "string" ? excerpt(refund.txHash) : undefined,
        "refund status": refund?.status === undefined || refund.status === null ? undefined : excerpt(refund.status),
      },
    )
    this.refund = refund
  }
}

/** Makes the error for a final route; `undefined` if the route completed. */
export function routeOutcomeError(final: FinalRoute): RouteEndedError | undefined {
  const { status } = final.route
  if (status === "FAILED") return new RouteFailedError(final)
  if (status === "EXPIRED") return new RouteExpiredError(final)
  return status === "REFUNDED" ? new RouteRefundedError(final) : undefined
}

type LateRoute = {
  subject: RouteSubject
  waited: number
  tracker: RouteTracker
  lastError: unknown
}

export function routeLateError({
  subject: { quoteId, srcTxHash },
  waited,
  tracker,
  lastError,
}: LateRoute): DeadlinePassedError<RouteStep> {
  const { history } = tracker
  const [route] = tracker.things()
  return new DeadlinePassedError({
    source: "The swap API",
    missing: route === undefined ? "The swap API did not know the route" : "The swap was not final",
    waited,
    lastState: history.at(-1)?.state,
    history,
    subject: { quote: quoteId, transaction: srcTxHash },
    facts: {
      ...(route === undefined ? {} : { origin: formatSide(route.origin), destination: formatSide(route.destination) }),
      history: excerpt(formatHistory(history), 300),
    },
    next: text`${adviceWhenLate(route)} ${whySwap(quoteId ?? srcTxHash)}`,
    lastError,
  })
}

function adviceWhenLate(route: RouteStatus | undefined): ErrorText {
  if (route === undefined) {
    return "Check the id of the quote, and that the transaction was sent. A deposit route is identified by the id of its quote alone."
  }
  return route.status === "EXPIRED"
    ? "Its transaction was sent, so EXPIRED cannot be its end. Wait again later, and ask the operator of the API about this quote. Do not swap again before."
    : text`It may still arrive. Wait again, with a longer ${argument("timeout")}.`
}

type Side = Pick<RouteStatus["origin"], "chainId" | "status" | "txHash">

function formatSide({ chainId, status, txHash }: Side): ErrorText {
  return text`${excerpt(status)} on ${chain(chainId)}${txHash === null ? "" : `, ${shorten(txHash, 80)}`}`
}
