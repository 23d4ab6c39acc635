import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import type { AmountBound } from "./MessageAssertions.js"

/** Checks that a parameter is an amount or a bound of one. */
export function checkBound(bound: AmountBound): AmountBound {
  const ends = typeof bound === "object" && (bound as unknown) !== null ? [bound.atLeast, bound.atMost] : [bound]
  const given = ends.filter((end) => end !== undefined)
  if (given.length > 0 && given.every((end) => typeof end === "bigint")) return bound
  throw new InvalidInputError({
    argument: "amount",
    problem: "it is neither an amount nor a bound of one",
    fix: "Give wei as a bigint such as 10n, or { atLeast: 1n, atMost: 10n } with one of both or both.",
  })
}

export function isWithin(amount: bigint, bound: AmountBound): boolean {
  if (typeof bound === "bigint") return amount === bound
  const { atLeast = amount, atMost = amount } = bound
  return amount >= atLeast && amount <= atMost
}

/** Such as `5 wei`, or `at least 1 wei and at most 10 wei`. */
export function formatBound(bound: AmountBound): string {
  if (typeof bound === "bigint") return formatWei(bound)
  const { atLeast, atMost } = bound
  return [
    ...(atLeast === undefined ? [] : [`at least ${formatWei(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${formatWei(atMost)}`]),
  ].join(" and ")
}

export function formatWei(wei: bigint): string {
  return `${String(wei)} wei`
}
