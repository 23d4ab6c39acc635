import { InvalidInputError } from "../primitives/InvalidInputError.js"
import type { RetryPolicy } from "./relay/RetryPolicy.js"

type Numbers = {
  readonly port: number
  readonly watchers: number
  readonly blockTime: number | undefined
  readonly pace: number
  readonly executionRetries: RetryPolicy
  readonly memoryWarning: number
}

/**
 * Checks the numbers among the options, before anything is started.
 *
 * @throws {InvalidInputError} a number is out of range
 */
export function checkOptions({
  port,
  watchers,
  blockTime,
  pace,
  executionRetries: { attempts, delay },
  memoryWarning,
}: Numbers): void {
  check("port", port, { from: 0, to: 65_535 })
  check("watchers", watchers, { from: 1, to: 16 })
  if (blockTime !== undefined) check("blockTime", blockTime, { from: 1 })
  check("pace", pace, { from: 0 })
  check("executionRetries.attempts", attempts, { from: 1 })
  check("executionRetries.delay", delay, { from: 0 })
  check("memoryWarning", memoryWarning, { from: 1 })
}

function check(argument: string, value: number, { from, to }: { from: number; to?: number }): void {
  if (Number.isSafeInteger(value) && value >= from && value <= (to ?? value)) return
  const range = to === undefined ? `of ${from} or more` : `from ${from} to ${to}`
  throw new InvalidInputError({ argument, problem: `${value} is out of range`, fix: `Give a whole number ${range}.` })
}
