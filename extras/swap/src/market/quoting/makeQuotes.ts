import { randomBytes } from "node:crypto"

import type { Address } from "viem"
import { getAddress, numberToHex, toHex } from "viem/utils"

import type { MarketContracts } from "../contracts.js"
import type { ChainState } from "../createViewReader.js"
import { isAllowed, type Plan, plansAcross, plansOnChain } from "./plans.js"
import { type PricedPlan, pricePlan, suggestedSlippage } from "./pricePlan.js"
import { type MarketQuote, type Order, quoteIdOf, validity } from "./quotes.js"
import { type Problem, readQuoteRequest } from "./readQuoteRequest.js"
import { depositFactoryArtifact } from "#extras/swap/src/artifacts/market.js"
import type { RouteTag } from "#extras/swap/src/types.js"
import type { QuoteQuery } from "#extras/swap/src/wire/querySchemas.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { zeroAddress } from "#src/primitives/address.js"

type MarketToQuote = {
  readonly chains: readonly LocalChain[]
  readonly contracts: MarketContracts
  readonly stateOf: (chain: LocalChain) => Promise<ChainState>
}

/** Makes a quote for every plan that works now, or returns why the request cannot be answered. There may be no such plan. */
export async function makeQuotes(
  given: QuoteQuery,
  { chains, contracts, stateOf }: MarketToQuote,
): Promise<readonly MarketQuote[] | Problem> {
  const request = readQuoteRequest(given, { chains, contracts })
  if ("problem" in request) return request
  const { query, origin, destination, input, output, feeAmount, userOp, refundTo } = request
  const { router } = contracts
  const [{ time, read: onOrigin }, { read: onDestination }] = await Promise.all([stateOf(origin), stateOf(destination)])

  async function quoteFor(plan: Plan): Promise<MarketQuote | undefined> {
    const slippage = query.slippage ?? suggestedSlippage(plan)
    const priced = await pricePlan(plan, {
      input,
      output,
      amount: query.inputAmount - feeAmount,
      slippage,
      dstChainSlug: destination.slug,
      contracts,
      onOrigin,
      onDestination,
    })
    if (priced === undefined) return undefined
    const order = orderFor(priced, BigInt(time + validity))
    const depositAddress = userOp === "deposit" ? await depositAddressOf(order) : undefined
    const quoteId = quoteIdOf(order, { chainId: origin.chainId, router })
    return { quoteId, userOp, origin, destination, order, priced, slippage, depositAddress }
  }

  function orderFor(
    { plan: { originDex, crossing, destinationDex }, minBridgedAmount, minAmountOut }: PricedPlan,
    deadline: bigint,
  ): Order {
    return {
      salt: toHex(randomBytes(32)),
      user: query.userAddress ?? refundTo,
      receiver: query.receiverAddress,
      refundTo,
      inputToken: query.inputToken,
      inputAmount: query.inputAmount,
      feeTaker: feeAmount === 0n ? zeroAddress : (query.feeTakerAddress ?? zeroAddress),
      feeAmount,
      originDex: originDex === undefined ? zeroAddress : contracts[originDex],
      bridgedToken: crossing === undefined ? zeroAddress : contracts[crossing.carried],
      minBridgedAmount,
      bridge: crossing === undefined ? zeroAddress : contracts[crossing.bridge],
      dstChainSlug: crossing === undefined ? 0 : destination.slug,
      destinationDex: destinationDex === undefined ? zeroAddress : contracts[destinationDex],
      outputToken: query.outputToken,
      minAmountOut,
      deadline,
    }
  }

  async function depositAddressOf(order: Order): Promise<Address> {
    const address = await onOrigin(contracts.deposits, depositFactoryArtifact.abi, "depositAddress", [order])
    return getAddress(numberToHex(address ?? 0n, { size: 20 }))
  }

  const plans = origin === destination ? plansOnChain(input, output) : plansAcross(input, output)
  const filter = { include: query.includeProvider, exclude: query.excludeProvider }
  const quotes = await Promise.all(plans.filter((plan) => isAllowed(plan, filter)).map(quoteFor))
  return quotes.filter((quote) => quote !== undefined)
}

type Comparable = { readonly amountOut: bigint; readonly seconds: number; readonly netValueInUsd: number }

/** Sorts offers by net value, highest first, and tags the first, the one with the largest output, and the fastest. */
export function rank<Offer extends Comparable>(
  offers: readonly Offer[],
): readonly { readonly offer: Offer; readonly routeTags: readonly RouteTag[] }[] {
  const sorted = offers.toSorted(
    (one, other) => other.netValueInUsd - one.netValueInUsd || compare(other.amountOut, one.amountOut),
  )
  // Of those that are equally good, the first.
  const [largest] = sorted.toSorted((one, other) => compare(other.amountOut, one.amountOut))
  const [fastest] = sorted.toSorted((one, other) => one.seconds - other.seconds)
  return sorted.map((offer, index) => ({
    offer,
    routeTags: [
      ...(index === 0 ? (["SUGGESTED"] as const) : []),
      ...(offer === largest ? (["MAX_OUTPUT"] as const) : []),
      ...(offer === fastest ? (["FASTEST"] as const) : []),
    ],
  }))
}

function compare(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? 1 : -1
}
