import type { Address, Hex } from "viem"

import type { ChainIdentity } from "../../chain/chains.js"
import type { Order } from "./orders.js"
import type { PricedPlan } from "./pricePlan.js"

/** Seconds for which an offer holds. */
export const validity = 60

/** A route as it was offered. */
export type MarketQuote = {
  readonly quoteId: Hex
  readonly userOp: "tx" | "deposit"
  readonly origin: ChainIdentity
  readonly destination: ChainIdentity
  readonly order: Order
  readonly priced: PricedPlan
  /** A percentage, as it was asked for. */
  readonly slippage: string
  /** Where its input is to be sent; `undefined` for one that is paid by a transaction. */
  readonly depositAddress: Address | undefined
}

/** Every quote that may still be asked about. */
export type Quotes = {
  add(quotes: readonly MarketQuote[]): void
  get(quoteId: Hex): MarketQuote | undefined
  /** Keeps a quote for good, because something has come of it. */
  keep(quoteId: Hex): void
  /** The quotes of a chain that are paid by a deposit. */
  depositsOn(chainSlug: number): readonly MarketQuote[]
  /** Whether a transaction that is mined on a chain at that time, in unix seconds, can be meant to start one. */
  isAnyOpen(chainSlug: number, timestamp: number): boolean
}

/**
 * Remembers quotes. Those that nothing came of are forgotten, the oldest first, when there are too many: a quote costs nothing to
 * ask for.
 *
 * @param most quotes that are paid by a transaction
 * @param mostDeposits quotes that are paid by a deposit, which the devnet looks for at every block
 */
export function createQuotes({ most, mostDeposits }: { most: number; mostDeposits: number }): Quotes {
  const fresh = { tx: new Map<Hex, MarketQuote>(), deposit: new Map<Hex, MarketQuote>() }
  const kept = new Map<Hex, MarketQuote>()
  const keptDeposits = new Set<MarketQuote>()
  const openUntil = new Map<number, number>()

  function forgetOldest(quotes: Map<Hex, MarketQuote>, limit: number): void {
    for (const quoteId of quotes.keys()) {
      if (quotes.size <= limit) return
      quotes.delete(quoteId)
    }
  }

  return {
    add(quotes) {
      for (const quote of quotes) {
        fresh[quote.userOp].set(quote.quoteId, quote)
        const until = openUntil.get(quote.origin.slug) ?? 0
        openUntil.set(quote.origin.slug, Math.max(until, Number(quote.order.deadline)))
      }
      forgetOldest(fresh.tx, most)
      forgetOldest(fresh.deposit, mostDeposits)
    },
    get: (quoteId) => kept.get(quoteId) ?? fresh.tx.get(quoteId) ?? fresh.deposit.get(quoteId),
    keep(quoteId) {
      const quote = fresh.tx.get(quoteId) ?? fresh.deposit.get(quoteId)
      if (quote === undefined) return
      fresh[quote.userOp].delete(quoteId)
      kept.set(quoteId, quote)
      if (quote.userOp === "deposit") keptDeposits.add(quote)
    },
    depositsOn: (chainSlug) =>
      [...keptDeposits, ...fresh.deposit.values()].filter(({ origin }) => origin.slug === chainSlug),
    isAnyOpen: (chainSlug, timestamp) => timestamp <= (openUntil.get(chainSlug) ?? 0),
  }
}
