import { randomBytes } from "node:crypto"

import type { Address } from "viem"
import { getAddress, keccak256, numberToHex, toHex } from "viem/utils"

import type { MarketContracts } from "../contracts.js"
import type { ChainState } from "../createViewReader.js"
import { isAllowed, type Plan, plansAcross, plansOnChain } from "./plans.js"
import { type PricedPlan, pricePlan, suggestedSlippage } from "./pricePlan.js"
import { type MarketQuote, type Order, quoteIdOf, validity } from "./quotes.js"
import { type Problem, readQuoteRequest } from "./readQuoteRequest.js"
import { solveInput } from "./solveInput.js"
import { depositFactoryArtifact } from "#extras/swap/src/artifacts/market.js"
import { marketTokens } from "#extras/swap/src/market/tokens.js"
import { type RouteTag, type UserOps, waysOf } from "#extras/swap/src/types.js"
import type { QuoteQuery } from "#extras/swap/src/wire/querySchemas.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { zeroAddress, zeroHash } from "#src/primitives/address.js"

type MarketToQuote = {
  readonly chains: readonly LocalChain[]
  readonly contracts: MarketContracts
  readonly stateOf: (chain: LocalChain) => Promise<ChainState>
}

/**
 * Makes a quote for every plan that works now and every way to pay, or returns why the request cannot be answered. There may be no such plan.
 */
export async function makeQuotes(query: QuoteQuery, market: MarketToQuote): Promise<readonly MarketQuote[] | Problem> {
  const made = await Promise.all(waysOf(query).map((userOps) => quotesOf({ ...query, userOps }, market)))
  return made.find((some) => "problem" in some) ?? (made as readonly (readonly MarketQuote[])[]).flat()
}

async function quotesOf(
  given: QuoteQuery & { readonly userOps: UserOps },
  { chains, contracts, stateOf }: MarketToQuote,
): Promise<readonly MarketQuote[] | Problem> {
  const request = readQuoteRequest(given, { chains, contracts })
  if ("problem" in request) return request
  const { query, origin, destination, input, output, feeBps, userOp, refundTo } = request
  const { inputAmount: asked, outputAmount = 0n, quoteType, destinationPayload: data } = query
  const payload = data && { data, gas: query.destinationGasLimit ?? 1_000_000n }
  if (payload !== undefined && !(await hasCode(destination, query.receiverAddress))) {
    return {
      problem: `destinationPayload: receiverAddress has no code on ${destination.name}, so nothing could be called`,
    }
  }
  const { router } = contracts
  const [{ time, read: onOrigin }, { read: onDestination }] = await Promise.all([stateOf(origin), stateOf(destination)])

  const [paid, got] = [marketTokens[input], marketTokens[output]]
  const guess = (outputAmount * got.price * 10n ** BigInt(paid.decimals)) / (paid.price * 10n ** BigInt(got.decimals))

  async function quoteFor(plan: Plan): Promise<MarketQuote | undefined> {
    const slippage = query.slippage ?? suggestedSlippage(plan)
    const { slug: dstChainSlug } = destination
    const terms = { input, output, slippage, dstChainSlug, contracts, onOrigin, onDestination }
    const price = async (inputAmount: bigint) => {
      const priced = await pricePlan(plan, { ...terms, amount: inputAmount - feeOf(inputAmount) })
      return priced && { ...priced, inputAmount }
    }
    const found = asked === undefined ? await solveInput(outputAmount, { first: guess, price }) : await price(asked)
    if (found === undefined) return undefined
    const { inputAmount, ...offered } = found
    const priced = quoteType === "EXACT_OUTPUT" ? { ...offered, minAmountOut: outputAmount } : offered
    const order = orderFor(priced, inputAmount, BigInt(time + validity))
    const depositAddress = userOp === "deposit" ? await depositAddressOf(order) : undefined
    const quoteId = quoteIdOf(order, { chainId: origin.chainId, router })
    return { quoteId, userOp, origin, destination, order, priced, slippage, depositAddress, payload }
  }

  function orderFor(
    { plan: { originDex, crossing, destinationDex }, minBridgedAmount, minAmountOut }: PricedPlan,
    inputAmount: bigint,
    deadline: bigint,
  ): Order {
    const feeAmount = feeOf(inputAmount)
    return {
      salt: toHex(randomBytes(32)),
      user: query.userAddress ?? refundTo,
      receiver: query.receiverAddress,
      refundTo,
      inputToken: query.inputToken,
      inputAmount,
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
      payloadHash: data === undefined ? zeroHash : keccak256(data),
    }
  }

  const feeOf = (inputAmount: bigint): bigint => (inputAmount * BigInt(feeBps)) / 10_000n

  async function depositAddressOf(order: Order): Promise<Address> {
    const address = await onOrigin(contracts.deposits, depositFactoryArtifact.abi, "depositAddress", [order])
    return getAddress(numberToHex(address ?? 0n, { size: 20 }))
  }

  const plans = origin === destination ? plansOnChain(input, output) : plansAcross(input, output)
  const filter = { include: query.includeProvider, exclude: query.excludeProvider }
  const quotes = await Promise.all(plans.filter((plan) => isAllowed(plan, filter)).map(quoteFor))
  return quotes.filter((quote) => quote !== undefined)
}

async function hasCode({ provider }: LocalChain, address: Address): Promise<boolean> {
  return (await provider.request({ method: "eth_getCode", params: [address, "latest"] })) !== "0x"
}

type Comparable = {
  readonly amountOut: bigint
  readonly seconds: number
  readonly netValueInUsd: number
  /** Where routes differ in it, because the output was asked for. */
  readonly inputAmount?: bigint | undefined
}

/** Sorts offers by net value, highest first, and tags the first, the one with the largest output or least input, and the fastest. */
export function rank<Offer extends Comparable>(
  offers: readonly Offer[],
): readonly { readonly offer: Offer; readonly routeTags: readonly RouteTag[] }[] {
  const sorted = offers.toSorted(
    (one, other) => other.netValueInUsd - one.netValueInUsd || compare(other.amountOut, one.amountOut),
  )
  // Of those that are equally good, the first.
  const [largest] = sorted.toSorted((one, other) => compare(other.amountOut, one.amountOut))
  const [cheapest] = sorted.toSorted((one, other) => compare(one.inputAmount ?? 0n, other.inputAmount ?? 0n))
  const [fastest] = sorted.toSorted((one, other) => one.seconds - other.seconds)
  return sorted.map((offer, index) => ({
    offer,
    routeTags: [
      ...(index === 0 ? (["SUGGESTED"] as const) : []),
      ...(offer === largest ? (["MAX_OUTPUT"] as const) : []),
      ...(offer === cheapest && offer.inputAmount !== undefined ? (["MIN_INPUT"] as const) : []),
      ...(offer === fastest ? (["FASTEST"] as const) : []),
    ],
  }))
}

function compare(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? 1 : -1
}
