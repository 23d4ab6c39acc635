import {
  lossFacts,
  routeGas,
  routeName,
  routeTime,
  type ShownToken,
  tokenAmount,
  tokenFact,
  type TokenUnit,
} from "./routeFormat.js"
import type { CheckedRoute } from "#extras/swap/src/checks/types.js"
import type { EvmTransaction, QuoteRoute } from "#extras/swap/src/types.js"
import type { GetQuoteParameters } from "#extras/swap/src/wire/parameters/types.js"
import type { GasForecast } from "#src/onchain/gas/forecastGas.js"
import { excerpt } from "#src/primitives/text.js"
import { gasText } from "#src/terminal/gasText.js"
import { paint } from "#src/terminal/paint.js"
import { type Fact, facts, type Report } from "#src/terminal/report.js"

export type SwapPlanFacts = {
  readonly swapRequest: { readonly origin: { readonly name: string }; readonly destination: { readonly name: string } }
  readonly request: Pick<
    GetQuoteParameters,
    "userAddress" | "receiverAddress" | "refundAddress" | "feeBps" | "feeTakerAddress"
  > & { readonly inputAmount: bigint }
  readonly input: ShownToken
  readonly output: ShownToken
  readonly currency: TokenUnit & { readonly address: string; readonly minNativeCurrencyForGas: bigint | null }
  readonly route: QuoteRoute
  readonly transaction: EvmTransaction
  /** The smallest output with which the swap still succeeds. */
  readonly leastOut: bigint
  readonly valueLoss: CheckedRoute["valueLoss"]
  /** What the gas costs. `undefined`: it was planned when the transaction was signed. */
  readonly gas?: GasForecast | undefined
  /** The contracts that are in no allow-list. */
  readonly unlisted: CheckedRoute["unlisted"]
  readonly functions: CheckedRoute["functions"]
  readonly fees: CheckedRoute["fees"]
  /** What the calldata does not tell. */
  readonly undecoded: CheckedRoute["undecoded"]
  /** The least that the user accepts, if the user has said it. */
  readonly minOut: bigint | undefined
}

/** What a swap will do, in whole tokens, before anything is signed. */
export function swapPlan(plan: SwapPlanFacts): Report {
  const { swapRequest, request, input, output, route, transaction, leastOut } = plan
  const { userAddress, receiverAddress } = request
  const { deposit } = route
  const { origin, destination } = swapRequest
  const isOnlyClaimed = deposit !== null || plan.undecoded.includes("leastOut")
  const called = excerpt(plan.functions.join(", "), 500)
  return facts([
    ["you give", `${tokenAmount(request.inputAmount, input)} on ${origin.name}`],
    ["  token", tokenFact(input, origin.name)],
    ["you get", `${paint.bold(tokenAmount(route.output.amount, output))} on ${destination.name}`],
    ["  token", tokenFact(output, destination.name)],
    ["at least", `${tokenAmount(leastOut, output)}, ${isOnlyClaimed ? "as the swap API claims" : "or it fails"}`],
    ["receiver", receiverAddress === userAddress ? null : paint.magenta(receiverAddress)],
    ...feeFacts(plan),
    ["route", routeName(route)],
    ...lossFacts(plan.valueLoss),
    ["gas", plan.gas === undefined ? `${routeGas(route)}, by the swap API` : gasText(plan.gas)],
    ["time", routeTime(route)],
    ["approval", deposit === null ? approvalOf(plan) : null],
    ["attached", deposit === null ? attachedValue(plan) : null],
    ["  to own", gasReserve(plan)],
    ["sent", deposit === null ? `from ${userAddress} to ${transaction.to}, calling ${called}` : null],
    ["paid", deposit && `from ${userAddress} to the deposit address ${deposit.depositAddress}`],
    ["refund", deposit && `to ${request.refundAddress ?? "nobody"}`],
    ...plan.unlisted.map(({ kind, address }): Fact => [
      "unlisted",
      paint.magenta(`the ${kind} ${address} is in no allow-list`),
    ]),
    ["calldata", undecodedText(plan.undecoded)],
  ])
}

/** The fee that the user lets somebody take, and those that the calldata has. One that the user has not asked for is marked. */
function feeFacts({ request, fees, input }: SwapPlanFacts): readonly Fact[] {
  const { feeBps, feeTakerAddress } = request
  const isAsked = (taker: string): boolean => taker.toLowerCase() === feeTakerAddress?.toLowerCase()
  const asked =
    feeBps === undefined || feeTakerAddress === undefined ? [] : [`${feeBps / 100} % of it to ${feeTakerAddress}`]
  const said = fees.map(({ taker, amount }) => {
    const fee = `${tokenAmount(amount, input)} of it to ${taker}`
    return isAsked(taker) ? fee : paint.magenta(`${fee}, which you have not asked for`)
  })
  return (said.length === 0 ? asked : said).map((fee) => ["fee", fee])
}

function approvalOf({ route: { approval }, input }: SwapPlanFacts): string {
  if (approval === null || approval.amount === 0n) return "none is needed"
  return `${tokenAmount(approval.amount, input)} exactly, for ${approval.spenderAddress}; none if that much is approved`
}

/** What nothing but the swap API knows, since nobody reads it in what is signed. */
function undecodedText(undecoded: readonly string[]): string | null {
  if (undecoded.length === 0) return null
  const names = excerpt(undecoded.join(", "), 500)
  return paint.magenta(`is not decoded: only the swap API knows what it says of ${names}`)
}

/** What the plan says in one question. */
export function swapQuestion({ swapRequest, request, input, output, leastOut, route }: SwapPlanFacts): string {
  const given = `${tokenAmount(request.inputAmount, input)} (${input.address}) on ${swapRequest.origin.name}`
  const wanted = `${tokenAmount(leastOut, output)} (${output.address}) on ${swapRequest.destination.name}`
  const act = route.deposit === null ? `Swap ${given}` : `Pay ${given} to ${route.deposit.depositAddress}`
  return `${act} for at least ${wanted}?`
}

/** What the API asks the account to own for gas. */
function gasReserve({ currency }: SwapPlanFacts): string | null {
  const { minNativeCurrencyForGas: least } = currency
  return least === null || least === 0n ? null : `the account must own ${tokenAmount(least, currency)} for it`
}

/** The native tokens that the transaction carries in addition to the input. */
function attachedValue({ request, input, currency, transaction }: SwapPlanFacts): string | null {
  const swapped = input.address === currency.address ? request.inputAmount : 0n
  const extra = transaction.value - swapped
  return extra <= 0n ? null : `${tokenAmount(extra, currency)}, for the route's messages`
}
