import { blockSource } from "../../explaining/evidence.js"
import { formatDuration } from "../../primitives/duration.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import { formatSeconds } from "../following/formatSeconds.js"
import type { GatewayReading, RequestFacts } from "../reading/types.js"

/** Credits in whole credits, which have 18 decimals. */
export function creditsText(credits: bigint): string {
  return `${formatAmount(credits, creditDecimals)} credits`
}

/** The decimals of a credit. */
export const creditDecimals = 18

/** Where something was read that is true of the newest block. */
export function atHead({ gateway, head }: GatewayReading): string {
  return blockSource(gateway, head.number)
}

/** When something is due, and how long that is from now, both by the chain's time. */
export function dueText(dueAt: bigint, now: bigint): string {
  const span = formatDuration(Number(dueAt > now ? dueAt - now : now - dueAt) * 1_000)
  return `${formatSeconds(Number(dueAt))}, ${dueAt > now ? `in ${span}` : `${span} ago`}`
}

/** A request in a sentence. */
export function requestText({ requestCount, txHash }: RequestFacts): string {
  return requestCount === null ? `the request of transaction ${txHash}` : `request ${requestCount}`
}
