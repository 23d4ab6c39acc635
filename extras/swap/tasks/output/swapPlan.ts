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
import { formatFacts } from "#src/terminal/table.js"
import type { Paint } from "#src/terminal/terminal.js"

export type SwapPlanFacts = {
  readonly swapRequest: { readonly origin: { readonly name: string }; readonly destination: { readonly name: string } }
  readonly request: Pick<
    GetQuoteParameters,
    "inputAmount" | "userAddress" | "receiverAddress" | "refundAddress" | "feeBps" | "feeTakerAddress"
  >
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

/** Shows what a swap will do, in whole tokens, before anything is signed. */
export function swapPlan(facts: SwapPlanFacts, paint: Paint): string {
  const { swapRequest, request, input, output, route, transaction, leastOut } = facts
  const { userAddress, receiverAddress } = request
  const { deposit } = route
  const { origin, destination } = swapRequest
  const isOnlyClaimed = deposit !== null || facts.undecoded.includes("leastOut")
  return formatFacts(
    [
      ["you give", `${tokenAmount(request.inputAmount, input)} on ${origin.name}`],
      ["  token", tokenFact(input, origin.name)],
      ["you get", `${paint.bold(tokenAmount(route.output.amount, output))} on ${destination.name}`],
      ["  token", tokenFact(output, destination.name)],
      ["at least", `${tokenAmount(leastOut, output)}, ${isOnlyClaimed ? "as the swap API claims" : "or it fails"}`],
      ...(receiverAddress === userAddress ? [] : [["receiver", paint.magenta(receiverAddress)] as const]),
      ...feeFacts(facts, paint),
      ["route", routeName(route)],
      ...lossFacts(facts.valueLoss, paint),
      ["gas", facts.gas === undefined ? `${routeGas(route)}, by the swap API` : gasText(facts.gas)],
      ["time", routeTime(route)],
      ...(deposit === null
        ? ([
            ["approval", approvalOf(facts)],
            ...attachedValue(facts),
            ...gasReserve(facts),
            ["sent", `from ${userAddress} to ${transaction.to}, calling ${excerpt(facts.functions.join(", "), 500)}`],
          ] as const)
        : ([
            ...gasReserve(facts),
            ["paid", `from ${userAddress} to the deposit address ${deposit.depositAddress}`],
            ["refund", `to ${request.refundAddress ?? "nobody"}`],
          ] as const)),
      ...facts.unlisted.map(({ kind, address }) => unlistedFact(kind, address, paint)),
      ...undecodedFact(facts.undecoded, paint),
    ],
    paint,
  )
}

/** The fee that the user lets somebody take, and those that the calldata has. One that the user has not asked for is marked. */
function feeFacts({ request, fees, input }: SwapPlanFacts, paint: Paint): (readonly [string, string])[] {
  const { feeBps, feeTakerAddress } = request
  const isAsked = (taker: string): boolean => taker.toLowerCase() === feeTakerAddress?.toLowerCase()
  const asked =
    feeBps === undefined || feeTakerAddress === undefined ? [] : [`${feeBps / 100} % of it to ${feeTakerAddress}`]
  const said = fees.map(({ taker, amount }) => {
    const fee = `${tokenAmount(amount, input)} of it to ${taker}`
    return isAsked(taker) ? fee : paint.magenta(`${fee}, which you have not asked for`)
  })
  return (said.length === 0 ? asked : said).map((fee) => ["fee", fee] as const)
}

function approvalOf({ route: { approval }, input }: SwapPlanFacts): string {
  if (approval === null || approval.amount === 0n) return "none is needed"
  return `${tokenAmount(approval.amount, input)} exactly, for ${approval.spenderAddress}; none if that much is approved`
}

function unlistedFact(kind: string, address: string, paint: Paint): readonly [string, string] {
  return ["unlisted", paint.magenta(`the ${kind} ${address} is in no allow-list`)]
}

/** What nothing but the swap API knows, since nobody reads it in what is signed. */
function undecodedFact(undecoded: readonly string[], paint: Paint): (readonly [string, string])[] {
  if (undecoded.length === 0) return []
  const names = excerpt(undecoded.join(", "), 500)
  return [["calldata", paint.magenta(`is not decoded: only the swap API knows what it says of ${names}`)]]
}

/** What the plan says in one question. */
export function swapQuestion({ swapRequest, request, input, output, leastOut, route }: SwapPlanFacts): string {
  const given = `${tokenAmount(request.inputAmount, input)} (${input.address}) on ${swapRequest.origin.name}`
  const wanted = `${tokenAmount(leastOut, output)} (${output.address}) on ${swapRequest.destination.name}`
  const act = route.deposit === null ? `Swap ${given}` : `Pay ${given} to ${route.deposit.depositAddress}`
  return `${act} for at least ${wanted}?`
}

/** What the API asks the account to own for gas. */
function gasReserve({ currency }: SwapPlanFacts): (readonly [string, string])[] {
  const { minNativeCurrencyForGas: least } = currency
  return least === null || least === 0n
    ? []
    : [["  to own", `the account must own ${tokenAmount(least, currency)} for it`]]
}

/** The native tokens that the transaction carries in addition to the input. */
function attachedValue({ request, input, currency, transaction }: SwapPlanFacts): (readonly [string, string])[] {
  const swapped = input.address === currency.address ? request.inputAmount : 0n
  const extra = transaction.value - swapped
  return extra <= 0n ? [] : [["attached", `${tokenAmount(extra, currency)}, for the route's messages`]]
}
