import type { Evidence } from "../../explaining/Explanation.js"
import { formatUtc } from "../../primitives/duration.js"
import { formatAmount, type Unit } from "../../primitives/numbers/amount.js"
import { excerpt } from "../../primitives/text.js"
import type { SwapCase } from "./types.js"

/** A moment, as every part of an explanation writes it: `2026-01-31 12:00:00 UTC`. */
export function timeOf(seconds: number): string {
  return formatUtc(seconds) ?? "an unknown time"
}

/** An amount for a sentence: `12.5 USDC`. */
export function amountOf(amount: bigint, unit: Unit | undefined): string {
  if (unit === undefined) return `${amount} (in the smallest unit)`
  const symbol = unit.symbol === undefined || unit.symbol === null ? "" : ` ${excerpt(unit.symbol, 20)}`
  return `${formatAmount(amount, unit.decimals)}${symbol}`
}

/** Where the origin chain was read. */
export function sourceOf({ origin, originBlock }: Pick<SwapCase, "origin" | "originBlock">): string {
  const name = origin?.name ?? "the origin chain"
  return originBlock === null ? name : `${name}, block ${originBlock}`
}

/** Where the origin chain's next transaction was simulated. */
export function simulationOf(swap: Pick<SwapCase, "origin" | "originBlock">): string {
  return `simulation on ${sourceOf(swap)}`
}

/** What the swap API says of the route. */
export function apiEvidence({ api }: Pick<SwapCase, "api">): Evidence {
  const source = "the swap API"
  if (api.kind === "unknown quote") return { source, says: "It does not know this quote." }
  if (api.kind === "no answer") return { source, says: `It does not answer: ${excerpt(api.says, 160)}` }
  const { status, origin, destination } = api.route
  const sides = `origin ${excerpt(origin.status, 30)}, destination ${excerpt(destination.status, 30)}`
  return { source, says: `The route is ${excerpt(status, 30)} (${sides}).` }
}
