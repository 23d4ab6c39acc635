import type { Hex } from "viem"

import { PlugsError } from "../../primitives/PlugsError.js"
import { excerpt, shorten } from "../../primitives/quote.js"
import { DeadlinePassedError } from "../../tracking/DeadlinePassedError.js"
import { formatHistory } from "../../tracking/formatHistory.js"
import type { Refund, RouteStatus } from "../types.js"
import type { RouteTracker } from "./routeTracker.js"
import type { RouteStep } from "./routeStep.js"

/** What was asked for. */
export type RouteSubject = { readonly quoteId?: string | undefined; readonly srcTxHash?: Hex | undefined }

/** A route as it ended, and how it came there. */
type Ended = { readonly route: RouteStatus; readonly history: readonly RouteStep[] }

/** A route that ended without what was swapped for. `code` says whether it failed, expired, or was refunded. */
export abstract class RouteEndedError extends PlugsError {
  /** As it was last seen. */
  readonly route: RouteStatus
  readonly history: readonly RouteStep[]

  constructor(
    shortMessage: string,
    { route, history }: Ended,
    next: string,
    facts: Record<string, string | undefined> = {},
  ) {
    const { origin, destination } = route
    super(shortMessage, {
      facts: {
        quote: excerpt(route.quoteId),
        origin: sideOf(origin),
        destination: sideOf(destination),
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

/** The route failed for good. */
export class RouteFailedError extends RouteEndedError {
  readonly code = "ROUTE_FAILED"

  constructor(ended: Ended) {
    super("The swap failed.", ended, "Look at the transactions of both chains: nothing was reported as refunded.")
  }
}

/** The quote's time was over before its transaction was seen. */
export class RouteExpiredError extends RouteEndedError {
  readonly code = "ROUTE_EXPIRED"

  constructor(ended: Ended) {
    super(
      "The quote expired before it was used.",
      ended,
      "Get a new quote. If a transaction was sent, look at it first.",
    )
  }
}

/** The swap failed, and what it took was paid back. */
export class RouteRefundedError extends RouteEndedError {
  readonly code = "ROUTE_REFUNDED"
  /** Where it was paid back; `null` when the API doesn't say. */
  readonly refund: Refund | null

  constructor(ended: Ended) {
    const { refund } = ended.route
    super("The swap failed, and was refunded.", ended, "Nothing is lost but fees: get a new quote to try again.", {
      "refund on chain": refund?.chainId === undefined || refund.chainId === null ? undefined : String(refund.chainId),
      "refund transaction": refund?.txHash ?? undefined,
      "refund status": refund?.status === undefined || refund.status === null ? undefined : excerpt(refund.status),
    })
    this.refund = refund
  }
}

/** The error that a route's end means; `undefined` for one that completed. */
export function endOf(ended: Ended): RouteEndedError | undefined {
  const { status } = ended.route
  if (status === "FAILED") return new RouteFailedError(ended)
  if (status === "EXPIRED") return new RouteExpiredError(ended)
  return status === "REFUNDED" ? new RouteRefundedError(ended) : undefined
}

/** The error of a watch whose time is over. */
export function lateRouteError({
  subject: { quoteId, srcTxHash },
  waited,
  journey,
  trouble,
}: {
  subject: RouteSubject
  waited: number
  journey: RouteTracker
  trouble: unknown
}): DeadlinePassedError<RouteStep> {
  const route = journey.route()
  return new DeadlinePassedError({
    api: "The swap API",
    missing: route === undefined ? "The swap API did not know the route" : "The swap was not final",
    waited,
    lastState: journey.history.at(-1)?.state,
    history: journey.history,
    subject: { quote: quoteId, transaction: srcTxHash },
    facts: {
      ...(route === undefined ? {} : { origin: sideOf(route.origin), destination: sideOf(route.destination) }),
      history: excerpt(formatHistory(journey.history), 300),
    },
    next:
      route === undefined
        ? "Check the quoteId, and that the transaction was sent. A deposit route is found by its quoteId alone."
        : "It may still arrive: wait again, with a longer timeout.",
    trouble,
  })
}

function sideOf({ chainId, status, txHash }: { chainId: number; status: string; txHash: Hex | null }): string {
  return `${excerpt(status)} on chain ${chainId}${txHash === null ? "" : `, ${shorten(txHash, 80)}`}`
}
