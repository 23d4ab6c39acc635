import type { EvmTransaction, Quote, QuoteRoute } from "../../swap/types.js"
import { routeFees, routeName, routeTime, tokenAmount, type TokenUnit } from "./routeFormat.js"
import { formatFacts } from "../core/table.js"
import type { Paint } from "../core/terminal.js"

export type SwapPlanFacts = {
  readonly swapRequest: { readonly origin: { readonly name: string }; readonly destination: { readonly name: string } }
  readonly request: { readonly inputAmount: bigint; readonly userAddress: string; readonly receiverAddress: string }
  readonly input: TokenUnit & { readonly address: string }
  readonly output: TokenUnit
  readonly currency: TokenUnit & { readonly address: string }
  readonly quote: Pick<Quote, "input">
  readonly route: QuoteRoute
  readonly transaction: EvmTransaction
  /** The smallest output with which the swap still succeeds. */
  readonly leastOut: bigint
}

/** Shows what a swap will do, in whole tokens, before anything is signed. */
export function swapPlan(facts: SwapPlanFacts, paint: Paint): string {
  const { swapRequest, request, input, output, quote, route, transaction, leastOut } = facts
  const { userAddress, receiverAddress } = request
  return formatFacts(
    [
      ["you give", `${tokenAmount(request.inputAmount, input)} on ${swapRequest.origin.name}`],
      ["you get", `${paint.bold(tokenAmount(route.output.amount, output))} on ${swapRequest.destination.name}`],
      ["at least", `${tokenAmount(leastOut, output)}, or it fails`],
      ...(receiverAddress === userAddress ? [] : [["receiver", paint.yellow(receiverAddress)] as const]),
      ["route", routeName(route)],
      ["fees", routeFees(route, quote.input?.valueInUsd ?? null)],
      ["time", routeTime(route)],
      ["approval", approvalOf(facts)],
      ...attachedValue(facts),
      ["sent", `from ${userAddress} to ${transaction.to}`],
    ],
    paint,
  )
}

function approvalOf({ route: { approval }, input }: SwapPlanFacts): string {
  if (approval === null || approval.amount === 0n) return "none is needed"
  return `${tokenAmount(approval.amount, input)} exactly, for ${approval.spenderAddress}; none if that much is approved`
}

/** The native tokens that the transaction carries in addition to the input. */
function attachedValue({ request, input, currency, transaction }: SwapPlanFacts): (readonly [string, string])[] {
  const swapped = input.address === currency.address ? request.inputAmount : 0n
  const extra = transaction.value - swapped
  return extra <= 0n ? [] : [["attached", `${tokenAmount(extra, currency)}, for the route's messages`]]
}
