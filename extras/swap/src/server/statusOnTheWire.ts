import type { MarketContracts } from "../market/contracts.js"
import type { MinedAt, RouteRecord } from "../market/facts.js"
import { bridges, dexes } from "../market/providers.js"
import { type Plan, providersOf } from "../market/quoting/plans.js"
import type { MarketQuote } from "../market/quoting/quotes.js"
import { amountOnTheWire, logo, tokenOf } from "./tokenOnTheWire.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { isFinal, type RouteState } from "#src/swap/states.js"

export function statusOnTheWire(
  { quoteId, quote, facts, status }: RouteRecord,
  { contracts, includeQuoteDetails }: { contracts: MarketContracts; includeQuoteDetails: boolean },
): object {
  const { userOp, origin, destination, order, priced } = quote
  const { started, reverted, completed, payloadExecuted } = facts
  const isOwnPayload = quote.payload !== undefined && status === "COMPLETED"
  const amountOut = completed?.amount ?? priced.amountOut
  return {
    quoteId,
    userOp,
    status,
    statusCode: status,
    isDestPayloadExecuted: isOwnPayload
      ? payloadExecuted !== undefined
      : origin === destination
        ? null
        : isPayloadExecuted(status),
    origin: {
      chainId: origin.chainId,
      status: originStatus(status, started, reverted),
      ...when(started ?? reverted),
      userAddress: order.user,
      input: [amountOnTheWire(tokenOf(origin.chainId, contracts, order.inputToken), order.inputAmount)],
    },
    destination: {
      chainId: destination.chainId,
      status: completed === undefined ? destinationStatus(status) : "COMPLETED",
      ...when(completed),
      receiverAddress: order.receiver,
      output: [
        {
          ...amountOnTheWire(tokenOf(destination.chainId, contracts, order.outputToken), amountOut),
          minAmountOut: priced.minAmountOut.toString(),
        },
      ],
    },
    routeDetails: routeDetails(quote, contracts),
    refund: refundOf({ quoteId, quote, facts, status }, contracts),
    ...(includeQuoteDetails && { quoteDetails: detailsOf(quote) }),
  }
}

/** Without one of its own, a route to another chain has a payload there: it swaps, or pays the receiver. Null while that is open. */
function isPayloadExecuted(status: RouteState): boolean | null {
  if (status === "COMPLETED") return true
  return isFinal(status) || status === "REFUNDING" ? false : null
}

function originStatus(status: RouteState, started: MinedAt | undefined, reverted: MinedAt | undefined): RouteState {
  if (started !== undefined) return "COMPLETED"
  return reverted === undefined ? status : "FAILED"
}

/** A route whose value goes back has failed at its destination. */
function destinationStatus(status: RouteState): RouteState {
  if (status === "REFUNDING" || status === "REFUNDED") return "FAILED"
  return status === "IN_PROGRESS" ? "PENDING" : status
}

function refundOf({ quote, facts, status }: RouteRecord, contracts: MarketContracts): object | null {
  if (status !== "REFUNDING" && status !== "REFUNDED") return null
  const { origin, order } = quote
  const paid = facts.refunded ?? (facts.started === undefined ? facts.depositRefunded : undefined)
  const known = paid ?? facts.refundDue
  return {
    chainId: origin.chainId,
    status: paid === undefined ? "PENDING" : "COMPLETED",
    ...when(paid),
    receiverAddress: order.refundTo,
    ...(known && amountOnTheWire(tokenOf(origin.chainId, contracts, known.token), known.amount)),
  }
}

/** Formats a quote as it was offered, with the order that the router executes. */
function detailsOf({ order, slippage, depositAddress }: RouteRecord["quote"]): object {
  const text = Object.entries(order).map(([name, value]) => [
    name,
    typeof value === "bigint" ? value.toString() : value,
  ])
  return { slippage, depositAddress: depositAddress ?? null, order: Object.fromEntries(text) as object }
}

function when(mined: MinedAt | undefined): { txHash: string | null; timestamp: number | null } {
  return { txHash: mined?.txHash ?? null, timestamp: mined?.timestamp ?? null }
}

/** Formats the providers and fees of a route. `name` and `logoURI` are the published API's; the rest is the devnet's own. */
export function routeDetails(quote: MarketQuote, contracts: MarketContracts): object {
  const { origin, order, priced } = quote
  const { plan, bridgeFee, messageFee, priceImpact } = priced
  const name = nameOf(plan)
  const amountOf = (token: `0x${string}`, amount: bigint) =>
    amount === 0n ? null : amountOnTheWire(tokenOf(origin.chainId, contracts, token), amount)
  return {
    name,
    logoURI: logo(name),
    providers: providersOf(plan),
    /** Percent. */
    priceImpact: formatAmount(priceImpact, 4),
    fees: {
      bridge: amountOf(order.bridgedToken, bridgeFee),
      message: amountOf(nativeToken, messageFee),
      taker: amountOf(order.inputToken, order.feeAmount),
    },
  }
}

function nameOf(plan: Plan): string {
  const { originDex, crossing, destinationDex } = plan
  const names = [
    originDex && dexes[originDex].displayName,
    crossing && bridges[crossing.bridge].displayName,
    destinationDex && dexes[destinationDex].displayName,
  ].filter((name) => name !== undefined)
  return names.length === 0 ? "Wrapper" : names.join(" + ")
}
