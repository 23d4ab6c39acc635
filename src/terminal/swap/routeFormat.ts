import { formatAmount } from "../../primitives/amount.js"
import { formatDuration } from "../../primitives/duration.js"
import { oneLine, shorten } from "../../primitives/quote.js"
import type { QuoteRoute } from "../../swap/types.js"

/** What a person must know of a token to read its amounts. */
export type TokenWords = { readonly symbol: string; readonly decimals: number }

/** An amount in whole tokens. Anybody can name a token, and put into its name what they like. */
export function tokenAmount(amount: bigint, { symbol, decimals }: TokenWords): string {
  return formatAmount(amount, decimals, named(symbol))
}

/** What a server calls something, fit for a line. */
export function named(text: string | null | undefined, length = 40): string {
  const name = shorten(oneLine(text ?? ""), length)
  return name === "" ? "–" : name
}

/** What a route goes through. */
export function routeName({ routeDetails, quoteId }: QuoteRoute): string {
  const name = routeDetails?.name ?? ""
  return name.trim() === "" ? shorten(quoteId, 12) : named(name, 60)
}

/** How long a route takes, by its own word. */
export function routeTime({ estimatedTime }: QuoteRoute): string {
  return estimatedTime === null ? "–" : formatDuration(estimatedTime * 1_000)
}

/** Dollars for a person: cents, and below a cent that it is so. */
export function dollars(value: number): string {
  const size = Math.abs(value)
  const sign = value < 0 ? "-" : ""
  return size > 0 && size < 0.01 ? `${sign}<$0.01` : `${sign}$${size.toFixed(2)}`
}

/**
 * What a route costs beside what is swapped: what the output is worth less than the input, and gas.
 *
 * @param inputValue dollars; `null` when the API doesn't say
 */
export function routeFees({ output, gasFee }: QuoteRoute, inputValue: number | null): string {
  const gas = gasOf(gasFee)
  const lost = inputValue === null || output.valueInUsd === null ? undefined : inputValue - output.valueInUsd
  const parts = [...(lost === undefined ? [] : [dollars(lost)]), ...(gas === undefined ? [] : [`${gas} gas`])]
  return parts.length === 0 ? "–" : parts.join(" + ")
}

/** Its fields are in no public material, so whatever looks like dollars is taken for them. */
function gasOf(gasFee: unknown): string | undefined {
  if (typeof gasFee !== "object" || gasFee === null) return undefined
  const { feeInUsd, valueInUsd } = gasFee as Record<string, unknown>
  const value = feeInUsd ?? valueInUsd
  return typeof value === "number" && Number.isFinite(value) ? dollars(value) : undefined
}
