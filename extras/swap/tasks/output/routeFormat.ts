import { isHighLoss, type ValueLoss } from "#extras/swap/src/checks/valueLoss.js"
import type { QuoteRoute } from "#extras/swap/src/types.js"
import { formatDuration } from "#src/primitives/duration.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { oneLine, shorten } from "#src/primitives/text.js"
import { paint } from "#src/terminal/paint.js"
import type { Fact } from "#src/terminal/report.js"

/** The properties of a token that its amounts are formatted with. */
export type TokenUnit = { readonly symbol: string; readonly decimals: number }

/** Formats an amount in whole tokens. The symbol is untrusted, so it is made safe to print. */
export function tokenAmount(amount: bigint, { symbol, decimals }: TokenUnit): string {
  return formatAmount(amount, decimals, safeName(symbol))
}

/** Significant digits of an amount that is shortened. */
const shownDigits = 6

/**
 * Formats an amount in whole tokens with the digits that matter, cut and not rounded, so that it never looks like more than it is.
 *
 * @example
 * shortAmount(12_450_001n, 6) // "12.4500…"
 */
export function shortAmount(amount: bigint, decimals: number): string {
  const exact = formatAmount(amount, decimals)
  const [whole = "", fraction = ""] = exact.split(".")
  // Zeros that begin the number tell nothing of it.
  const zeros = whole === "0" ? fraction.length - fraction.replace(/^0+/, "").length : 0
  const kept = zeros + Math.max(0, shownDigits - (whole === "0" ? 0 : whole.length))
  if (fraction.length <= kept) return exact
  return kept === 0 ? `${whole}…` : `${whole}.${fraction.slice(0, kept)}…`
}

/** Makes a name from a server safe to print: on one line, without control characters, shortened. */
export function safeName(text: string | null | undefined, length = 40): string {
  const name = shorten(oneLine(text ?? ""), length)
  return name === "" ? "–" : name
}

/** Names a route: by its own name, or else by its quote. */
export function routeName({ routeDetails, quoteId }: QuoteRoute): string {
  const name = routeDetails?.name ?? ""
  return name.trim() === "" ? shorten(quoteId, 12) : safeName(name, 60)
}

/** Formats the time that a route is estimated to take. */
export function routeTime({ estimatedTime }: QuoteRoute): string {
  return estimatedTime === null ? "–" : formatDuration(estimatedTime * 1_000)
}

/** Formats dollars with cents; an amount below a cent as `<$0.01`. */
export function dollars(value: number): string {
  const size = Math.abs(value)
  const sign = value < 0 ? "-" : ""
  return size > 0 && size < 0.01 ? `${sign}<$0.01` : `${sign}$${size.toFixed(2)}`
}

/** Formats what a route's gas costs in dollars, as the API claims. */
export function routeGas({ gasFee }: QuoteRoute): string {
  return gasOf(gasFee) ?? "–"
}

/** The API does not document these fields, so any field that looks like dollars is used. */
function gasOf(gasFee: unknown): string | undefined {
  if (typeof gasFee !== "object" || gasFee === null) return undefined
  const { feeInUsd, valueInUsd } = gasFee as Record<string, unknown>
  const value = feeInUsd ?? valueInUsd
  return typeof value === "number" && Number.isFinite(value) ? dollars(value) : undefined
}

/** A token, and whether what is shown of it was read from its chain. */
export type ShownToken = {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  readonly isFromChain: boolean
  readonly apiSays?: string | undefined
}

/** Names a token in full: its address and symbol, and that they are the API's claim where the chain could not be asked. */
export function tokenFact(token: ShownToken, chain: string): string {
  const { address, symbol, decimals, isFromChain, apiSays } = token
  const other = apiSays === undefined ? "" : `; the swap API says ${safeName(apiSays, 60)}`
  const claim = isFromChain ? other : `, as the swap API claims: ${chain} was not reached`
  return `${safeName(address, 200)}, ${safeName(symbol)} with ${decimals} decimals on ${chain}${claim}`
}

/** Formats a percentage with at most two digits after the point; `null` as unknown. */
export function formatPercent(percent: number | null): string {
  if (percent === null) return "unknown"
  const size = Math.abs(percent)
  const sign = percent < 0 ? "-" : ""
  return size > 0 && size < 0.01 ? `${sign}<0.01 %` : `${sign}${Number(size.toFixed(2))} %`
}

/** Says what a swap loses of its value, and that only the API says so. */
export function lossFacts(valueLoss: ValueLoss): readonly Fact[] {
  const { percent, priceImpact } = valueLoss
  const loss =
    percent === null
      ? "unknown: the swap API gives no dollars to compare"
      : `${formatPercent(percent)} of its value, as the swap API claims`
  const impact = `${formatPercent(priceImpact)} on the price`
  return [
    ["loss", percent === null || isHighLoss({ percent, priceImpact: null }) ? paint.magenta(loss) : loss],
    [
      "impact",
      priceImpact === null ? null : isHighLoss({ percent: null, priceImpact }) ? paint.magenta(impact) : impact,
    ],
  ]
}
