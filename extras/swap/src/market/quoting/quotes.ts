import type { Address, Hex } from "viem"

import type { Order } from "./orders.js"
import type { PricedPlan } from "./pricePlan.js"
import type { ChainIdentity } from "#src/devnet/chain/chains.js"
import { rememberEntries } from "#src/devnet/chain/followLogs.js"

/** Seconds for which a quote is valid. */
export const validity = 60

/** A route as it was offered. */
export type MarketQuote = {
  readonly quoteId: Hex
  readonly userOp: "tx" | "deposit"
  readonly origin: ChainIdentity
  readonly destination: ChainIdentity
  readonly order: Order
  readonly priced: PricedPlan
  /** A percentage, as it was requested or suggested. */
  readonly slippage: string
  /** The address to send its input to; undefined for a quote that is paid by a transaction. */
  readonly depositAddress: Address | undefined
}

export type Quotes = {
  add(quotes: readonly MarketQuote[]): void
  get(quoteId: Hex): MarketQuote | undefined
  /** Keeps a quote for good, because a chain has logged something of it. */
  keep(quoteId: Hex): void
  /** The quotes of a chain that are paid by a deposit. */
  depositsOn(chainSlug: number): readonly MarketQuote[]
  /** Whether a transaction that a chain mines at this time, in unix seconds, can start any quote. */
  isAnyOpen(chainSlug: number, timestamp: number): boolean
  remember(): () => void
}

/** Anyone can request quotes, so there is a limit for each way to pay: deposits' addresses are read at every block. */
export function createQuotes({ maxQuotes, maxDeposits }: { maxQuotes: number; maxDeposits: number }): Quotes {
  const fresh = { tx: new Map<Hex, MarketQuote>(), deposit: new Map<Hex, MarketQuote>() }
  const kept = new Map<Hex, MarketQuote>()
  const keptDeposits = new Map<Hex, MarketQuote>()
  const openUntil = new Map<number, number>()

  function dropOldest(quotes: Map<Hex, MarketQuote>, limit: number): void {
    for (const quoteId of quotes.keys()) {
      if (quotes.size <= limit) return
      quotes.delete(quoteId)
    }
  }

  return {
    add(quotes) {
      for (const quote of quotes) {
        fresh[quote.userOp].set(quote.quoteId, quote)
        const until = openUntil.get(quote.origin.slug) ?? -Infinity
        openUntil.set(quote.origin.slug, Math.max(until, Number(quote.order.deadline)))
      }
      dropOldest(fresh.tx, maxQuotes)
      dropOldest(fresh.deposit, maxDeposits)
    },
    get: (quoteId) => kept.get(quoteId) ?? fresh.tx.get(quoteId) ?? fresh.deposit.get(quoteId),
    keep(quoteId) {
      const quote = fresh.tx.get(quoteId) ?? fresh.deposit.get(quoteId)
      if (quote === undefined) return
      fresh[quote.userOp].delete(quoteId)
      kept.set(quoteId, quote)
      if (quote.userOp === "deposit") keptDeposits.set(quoteId, quote)
    },
    depositsOn: (chainSlug) =>
      [...keptDeposits.values(), ...fresh.deposit.values()].filter(({ origin }) => origin.slug === chainSlug),
    isAnyOpen: (chainSlug, timestamp) => timestamp <= (openUntil.get(chainSlug) ?? -Infinity),
    remember: () => rememberEntries(fresh.tx, fresh.deposit, kept, keptDeposits, openUntil),
  }
}
