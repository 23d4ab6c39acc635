import type { watchRows } from "../index.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

export type WatchSettings = {
  readonly plugs: readonly string[] | undefined
  /** How many of the newest blocks are read of a chain at first. */
  readonly blocks: bigint
  readonly finality: Finality
  /** Milliseconds. */
  readonly interval: number
  /** Milliseconds that a chain is waited for. A single look waits for all. */
  readonly patience: number | undefined
  /** Milliseconds after which what could not be verified is an alert. A single look tells it at once. */
  readonly unverifiedAfter: number | undefined
  readonly reconciles: boolean
  /** The URL of a database that watchers share. */
  readonly store: string | undefined
  /** Milliseconds that is kept what is over. */
  readonly kept: number
  readonly port: number | undefined
  readonly otlp: string | undefined
}

/** @throws {InvalidInputError} an option is not as it has to be; the error names it */
export function readWatchSettings({
  plug,
  blocks,
  finality,
  interval,
  ...args
}: Values<typeof watchRows>): WatchSettings {
  const { reconcile, metricsPort, otlp, once, store, keep } = args
  if (once && metricsPort !== undefined) {
    const problem = "nothing can be read from it after a single look"
    throw new InvalidInputError({ argument: "--metrics-port", problem, fix: "Leave out --once, or use --otlp." })
  }
  const days = Number(/^(\d{1,4})d$/.exec(keep)?.[1] ?? 0)
  if (days < 1) {
    const problem = `${inQuotes(keep)} is not a number of days`
    throw new InvalidInputError({ argument: "--keep", problem, fix: "Write one from 1d to 9999d, such as 90d." })
  }
  return {
    ...{ kept: days * 24 * 60 * 60_000, port: metricsPort, otlp, store, plugs: plug, blocks, finality, interval },
    patience: once ? undefined : interval,
    unverifiedAfter: once ? 0 : undefined,
    reconciles: reconcile,
  }
}
