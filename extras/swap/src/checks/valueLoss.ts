import type { QuoteRoute } from "../types.js"

/** What a route costs in value, as the API claims it. A claim can warn of a loss; that there is none, it cannot show. */
export type ValueLoss = {
  /** Percent that the output's dollars fall short of the input's, below zero for a gain; `null` if the API gives no value of one. */
  readonly percent: number | null
  /** Percent by which the route's trades move prices against the user, at most 100; `null` if the API does not say. */
  readonly priceImpact: number | null
}

/** Percent of loss above which a user is warned and asked. */
export const highLoss = 5

/** Percent of loss above which a route is refused, unless `acceptLoss` allows more. */
export const defaultAcceptLoss: number = 15

/** Reads what the API claims about the value that a route loses. It may not say what the input is worth. */
export function valueLossOf(
  { output, routeDetails }: Pick<QuoteRoute, "output" | "routeDetails">,
  inputValue: number | null | undefined,
): ValueLoss {
  const { valueInUsd: outputValue } = output
  const isKnown = isDollars(inputValue) && inputValue > 0 && isDollars(outputValue)
  // Not documented: the devnet's API and some others give it.
  const { priceImpact } = (routeDetails ?? {}) as { readonly priceImpact?: unknown }
  return {
    percent: isKnown ? rounded(((inputValue - outputValue) / inputValue) * 100) : null,
    priceImpact: readPercent(priceImpact),
  }
}

/** The larger one of the two losses; `null` if neither is known. */
export function worstLoss({ percent, priceImpact }: ValueLoss): number | null {
  if (percent === null) return priceImpact
  return priceImpact === null ? percent : Math.max(percent, priceImpact)
}

export function isHighLoss(valueLoss: ValueLoss): boolean {
  const loss = worstLoss(valueLoss)
  return loss !== null && loss > highLoss
}

function isDollars(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0
}

function readPercent(given: unknown): number | null {
  const text = typeof given === "number" ? String(given) : given
  if (typeof text !== "string" || !/^-?\d{1,15}(\.\d{1,30})?\s?%?$/.test(text)) return null
  return rounded(Math.min(100, Number(text.replace("%", ""))))
}

/** More digits than that would be of floating-point numbers and not of a price. */
function rounded(percent: number): number {
  return Math.round(percent * 10_000) / 10_000
}
