import type { Address, ContractFunctionArgs, Hex } from "viem"
import { concatHex, encodeAbiParameters, getAbiItem, keccak256, toFunctionSelector } from "viem/utils"

import type { PricedPlan } from "./pricePlan.js"
import { swapRouterArtifact } from "#extras/swap/src/artifacts/market.js"
import type { ChainIdentity } from "#src/devnet/chain/chains.js"
import { rememberEntries } from "#src/devnet/chain/followLogs.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** The order that a router executes. See `MarketTypes.sol`. */
export type Order = ContractFunctionArgs<typeof swapRouterArtifact.abi, "payable", "execute">[0]

const execute = getAbiItem({ abi: swapRouterArtifact.abi, name: "execute" })
const executeSelector = toFunctionSelector(execute)

/** By order: the id and the transaction of a quote both begin with it, and it takes a tenth of a millisecond. */
const encodings = new WeakMap<Order, Hex>()

function encodeOrder(order: Order): Hex {
  return getOrAdd(encodings, order, () => encodeAbiParameters(execute.inputs, [order]))
}

/** Computes an order's id as its router does. Every log of the order has it. */
export function quoteIdOf(order: Order, { chainId, router }: { chainId: number; router: Address }): Hex {
  const place = encodeAbiParameters([{ type: "uint256" }, { type: "address" }], [BigInt(chainId), router])
  return keccak256(concatHex([place, encodeOrder(order)]))
}

export function executeData(order: Order): Hex {
  return concatHex([executeSelector, encodeOrder(order)])
}

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
  /** What its receiver is called with, and the gas for that. */
  readonly payload?: { readonly data: Hex; readonly gas: bigint } | undefined
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
