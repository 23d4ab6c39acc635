import type { EvmTransaction, Quote, QuoteRoute } from "../../swap/types.js"
import { routeFees, routeName, routeTime, tokenAmount, type TokenWords } from "./routeFormat.js"
import { formatFacts } from "../core/table.js"
import type { Paint } from "../core/terminal.js"

export type SwapPlanFacts = {
  readonly swapRequest: { readonly origin: { readonly name: string }; readonly destination: { readonly name: string } }
  readonly request: { readonly inputAmount: bigint; readonly userAddress: string; readonly receiverAddress: string }
  readonly input: TokenWords & { readonly address: string }
  readonly output: TokenWords
  readonly currency: TokenWords & { readonly address: string }
  readonly quote: Pick<Quote, "input">
  readonly route: QuoteRoute
  readonly transaction: EvmTransaction
  /** The least of the output that arrives, or nothing does. */
  readonly leastOut: bigint
}

/** What a swap will do, in a person's units, before anything is signed. */
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
      ...attached(facts),
      ["sent", `from ${userAddress} to ${transaction.to}`],
    ],
    paint,
  )
}

function approvalOf({ route: { approval }, input }: SwapPlanFacts): string {
  if (approval === null || approval.amount === 0n) return "none is needed"
  return `${tokenAmount(approval.amount, input)} exactly, for ${approval.spenderAddress}; none if that much is approved`
}

/** What goes with the transaction beside what is swapped. */
function attached({ request, input, currency, transaction }: SwapPlanFacts): (readonly [string, string])[] {
  const swapped = input.address === currency.address ? request.inputAmount : 0n
  const beside = transaction.value - swapped
  return beside <= 0n ? [] : [["attached", `${tokenAmount(beside, currency)}, for the route's messages`]]
}
