import { checkHeaderValue } from "../primitives/checks.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"
import type { RetryPolicy } from "./relay/RetryPolicy.js"

type Options = {
  readonly apiKey: string
  readonly affiliate: string
  readonly port: number
  readonly optimisticTimeout: number
  readonly watchers: number
  readonly blockTime: number | undefined
  readonly pace: number
  readonly executionRetries: RetryPolicy
  readonly memoryWarning: number
}

/**
 * Checks the options, before anything is started.
 *
 * @throws {InvalidInputError} a number is out of range, or a client could not send the key or the affiliate
 */
export function checkOptions({
  apiKey,
  affiliate,
  port,
  optimisticTimeout,
  watchers,
  blockTime,
  pace,
  executionRetries: { attempts, delay },
  memoryWarning,
}: Options): void {
  checkHeaderValue(apiKey, "apiKey")
  checkHeaderValue(affiliate, "affiliate")
  check("port", port, { from: 0, to: 65_535 })
  check("optimisticTimeout", optimisticTimeout, { from: 1, to: 31_536_000 })
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
