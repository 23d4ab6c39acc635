import { formatAmount } from "../../../primitives/numbers/amount.js"
import { nativeToken } from "../../../swap/nativeToken.js"
import type { MarketContracts } from "../../market/contracts.js"
import { type Plan, providersOf } from "../../market/quoting/plans.js"
import { bridges, dexes } from "../../market/providers.js"
import type { MarketQuote } from "../../market/quoting/quotes.js"
import { amountOnTheWire, logo, tokenOf } from "./tokenOnTheWire.js"

/**
 * Formats the providers and the fees of a route. Only `name` and `logoURI` are the published API's; the rest is the
 * devnet's own.
 */
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
