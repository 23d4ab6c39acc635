import type { MarketContracts } from "../market/contracts.js"
import { rank } from "../market/quoting/makeQuotes.js"
import { gasOf, netValueInUsd, secondsOf, suggestedSlippage, type Timing } from "../market/quoting/pricePlan.js"
import { executeData, type MarketQuote } from "../market/quoting/quotes.js"
import { marketTokens, nativeInfo, valueInUsd } from "../market/tokens.js"
import { routeDetails } from "./statusOnTheWire.js"
import { amountOnTheWire, type ChainToken, tokenOf, tokenOnTheWire } from "./tokenOnTheWire.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"

export type QuoteContext = Timing & {
  readonly contracts: MarketContracts
  /** In wei of the origin. */
  readonly gasPrice: bigint
  /** Whether the output was asked for, so that each route has its own input. */
  readonly isForOutput: boolean
  readonly statusEndpoint: string
}

/** Formats quotes for the swap API, the best first. */
export function routesOnTheWire(quotes: readonly MarketQuote[], context: QuoteContext): readonly object[] {
  const offers = quotes.map((quote) => {
    const { amountOut } = quote.priced
    const { inputToken, inputAmount, outputToken } = quote.order
    const output = tokenOf(quote.destination.chainId, context.contracts, outputToken)
    const input = tokenOf(quote.origin.chainId, context.contracts, inputToken)
    const gain = valueInUsd(output.info, amountOut) - valueInUsd(input.info, inputAmount)
    return {
      quote,
      output,
      input,
      amountOut,
      inputAmount: context.isForOutput ? inputAmount : undefined,
      seconds: secondsOf(quote.priced.plan, context),
      netValueInUsd: netValueInUsd(quote.priced, gain, context.gasPrice),
    }
  })
  return rank(offers).map(({ offer, routeTags }) => ({ ...routeOnTheWire(offer, context), routeTags }))
}

function routeOnTheWire(
  { quote, input, output, seconds }: { quote: MarketQuote; input: ChainToken; output: ChainToken; seconds: number },
  context: QuoteContext,
): object {
  const { quoteId, userOp, order, priced, slippage } = quote
  return {
    userOp,
    quoteId,
    expiresAt: Number(order.deadline),
    ...(context.isForOutput && { input: amountOnTheWire(input, order.inputAmount) }),
    output: { ...amountOnTheWire(output, priced.amountOut), minAmountOut: priced.minAmountOut.toString() },
    ...(userOp === "deposit" ? depositOnTheWire(quote, context) : transactionOnTheWire(quote, context)),
    statusCheck: {
      endpoint: `${context.statusEndpoint}?quoteId=${quoteId}`,
      method: "GET",
      intervalSec: statusInterval,
      maxDurationSec: longestWait + 10 * seconds,
    },
    estimatedTime: seconds,
    slippage,
    suggestedSlippage: suggestedSlippage(priced.plan),
    gasFee: gasFee(quote, context),
    routeDetails: routeDetails(quote, context.contracts),
  }
}

/** Seconds. A server on this machine takes many requests, and what it reports changes fast. */
const statusInterval = 0.05

/** Seconds that a client may wait beyond what a route should take, because the relay may be paused meanwhile. */
const longestWait = 600

function transactionOnTheWire(
  { origin: { chainId }, order, priced }: MarketQuote,
  { contracts: { router } }: QuoteContext,
): object {
  const isNative = order.inputToken === nativeToken
  return {
    approval: isNative
      ? null
      : {
          spenderAddress: router,
          amount: order.inputAmount.toString(),
          tokenAddress: order.inputToken,
          userAddress: order.user,
        },
    txData: {
      kind: "evm_tx",
      object: {
        chainId,
        to: router,
        data: executeData(order),
        value: (priced.messageFee + (isNative ? order.inputAmount : 0n)).toString(),
      },
    },
  }
}

function depositOnTheWire(
  { origin: { chainId }, order, depositAddress }: MarketQuote,
  { contracts }: QuoteContext,
): object {
  return {
    approval: null,
    txData: null,
    deposit: {
      chainId,
      token: tokenOnTheWire(tokenOf(chainId, contracts, order.inputToken)),
      amount: order.inputAmount.toString(),
      transferType: order.inputToken === nativeToken ? "native" : "erc20",
      depositAddress,
      memo: null,
    },
  }
}

function gasFee({ origin: { chainId }, priced }: MarketQuote, { gasPrice }: QuoteContext): object {
  const gasLimit = gasOf(priced.plan)
  const fee = gasLimit * gasPrice
  return {
    gasToken: tokenOnTheWire({ chainId, address: nativeToken, info: nativeInfo }),
    gasLimit: gasLimit.toString(),
    gasPrice: gasPrice.toString(),
    estimatedFee: fee.toString(),
    feeInUsd: valueInUsd(marketTokens.weth, fee),
  }
}
