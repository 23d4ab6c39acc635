import { safeName, tokenAmount } from "./routeFormat.js"
import { type RouteStep, statesOf } from "#extras/swap/src/following/routeTracker.js"
import type { Output, Payout, PayoutSeen, RouteStatus, TokenAmount } from "#extras/swap/src/types.js"
import { isFinal } from "#src/swap/states.js"
import type { StepRange, StepView } from "#src/terminal/live/showSteps.js"
import { paint } from "#src/terminal/paint.js"
import { explainState, paintState, paintStateColumn } from "#src/terminal/paintState.js"
import { toJson } from "#src/terminal/printJson.js"
import { type Fact, facts, type Report, whole } from "#src/terminal/report.js"
import { endOfHex, shortenHex } from "#src/terminal/shortenHex.js"

/** A route: what was given, what was received, and its refund. */
export function routeReport(route: RouteStatus & Partial<Payout>, chainName: (chainId: number) => string): Report {
  const { status, origin, destination, refund, quoteId, routeDetails, payout, paid } = route
  const name = routeDetails?.name
  const states = statesOf(route)
  const end = chainName(destination.chainId)
  const refunded = refund && (refund.chainId === null ? "under way" : `on ${chainName(refund.chainId)}`)
  return [
    `${paint.bold("Swap")}  ${paintState(status, states)}  ${paint.dim(explainState(status, states))}`,
    facts([
      ["quote", fullId(quoteId)],
      ["route", typeof name === "string" ? safeName(name) : null],
      ["given", side(origin.input, chainName(origin.chainId))],
      transaction(origin.txHash),
      [status === "COMPLETED" ? "got" : "to get", side(paid === undefined ? destination.output : [paid], end)],
      transaction(destination.txHash),
      ["payout", payout && payoutFact(payout, end)],
      ["refund", refunded],
      transaction(refund?.txHash),
    ]),
    // Their fields are not documented, so they are shown as they came.
    route.quoteDetails !== null && [
      "",
      paint.dim("The API stored of the quote:"),
      ...toJson(route.quoteDetails, { indent: 2 })
        .split("\n")
        .map((line) => whole(line)),
    ],
  ]
}

function side(amounts: readonly (Pick<TokenAmount, "token" | "amount"> | Output)[], chain: string): string {
  const formatted = amounts.map((each) => {
    const least = "minAmountOut" in each && each.minAmountOut !== null ? each.minAmountOut : undefined
    const atLeast = least === undefined || least === each.amount ? "" : `, at least ${tokenAmount(least, each.token)}`
    return `${tokenAmount(each.amount, each.token)}${atLeast}`
  })
  return `${formatted.length === 0 ? "–" : formatted.join(" and ")} on ${chain}`
}

function transaction(hash: string | null | undefined): Fact {
  return ["  in", hash && safeName(hash, 200)]
}

function payoutFact(payout: PayoutSeen, chain: string): string {
  if (payout === "seen") return `seen on ${chain}`
  return paint.magenta(`nobody looked: only the swap API says that ${chain} has paid`)
}

/** Shows an id in full, because people copy it. An overlong one is shortened. */
function fullId(text: string): string {
  return text.length <= 80 ? text : safeName(text)
}

/**
 * Shows a route while it is tracked.
 *
 * @param chainName names the chain of an id
 */
export function routeView(chainName: (chainId: number) => string): StepView<RouteStep> {
  return {
    api: "the swap API",
    subject: "the quote",
    keyOf: ({ quoteId }) => quoteId,
    lineParts: (step) => ({
      name: { long: shortenHex(step.quoteId), short: endOfHex(step.quoteId) },
      place: `${chainName(step.route.origin.chainId)} → ${chainName(step.route.destination.chainId)}`,
      state: paintStateColumn(step.state, statesOf(step.route)),
      isFinal: isFinal(step.state, statesOf(step.route)),
      explanation: explainState(step.state, statesOf(step.route)),
      detail: latestTransaction(step),
    }),
    stepFields: (step) => step,
    endFields: (ranges) => {
      const { route, payout, paid } = latest(ranges) ?? {}
      return { route, payout, paid }
    },
    summary: (ranges) => {
      const step = latest(ranges)
      return step && routeReport({ ...step, ...step.route }, chainName)
    },
  }
}

function latest(ranges: readonly StepRange<RouteStep>[]): RouteStep | undefined {
  return ranges.at(-1)?.last
}

function latestTransaction({ route: { origin, destination, refund } }: RouteStep): string | undefined {
  if (refund !== null && refund.txHash !== null) return `refunded in ${refund.txHash}`
  if (destination.txHash !== null) return `arrived in ${destination.txHash}`
  return origin.txHash === null ? undefined : `sent in ${origin.txHash}`
}
