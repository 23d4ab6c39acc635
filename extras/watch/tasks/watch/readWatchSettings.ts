import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import type { Flags, Texts } from "#src/plugin/arguments/options.js"
import { readWholeNumber } from "#src/plugin/arguments/readArguments.js"
import { parseDuration } from "#src/primitives/duration.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** The arguments of `messaging watch` as Hardhat reads them. */
export type WatchArguments = Texts<"plug" | "metricsPort" | "otlp"> &
  Flags<"reconcile" | "once" | "json"> & {
    blocks: string
    finality: string
    interval: string
  }

export type WatchSettings = {
  readonly plugs: string | undefined
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
  readonly port: number | undefined
  readonly otlp: string | undefined
}

/** @throws {InvalidInputError} an option is not as it has to be; the error names it */
export function readWatchSettings({ plug, blocks, finality, interval, ...args }: WatchArguments): WatchSettings {
  const { reconcile, metricsPort, otlp, once } = args
  if (once && metricsPort !== undefined) {
    const problem = "nothing can be read from it after a single look"
    throw new InvalidInputError({ argument: "--metrics-port", problem, fix: "Leave out --once, or use --otlp." })
  }
  const every = parseDuration(interval, "--interval")
  const readPort = (text: string): number => Number(readWholeNumber(text, { argument: "--metrics-port", to: 65_535n }))
  return {
    ...{ port: metricsPort === undefined ? undefined : readPort(metricsPort), otlp },
    plugs: plug,
    blocks: readWholeNumber(blocks, { argument: "--blocks", from: 1n }),
    finality: readFinality(finality),
    interval: every,
    patience: once ? undefined : every,
    unverifiedAfter: once ? 0 : undefined,
    reconciles: reconcile,
  }
}

/**
 * The milliseconds until the next look: up to a fifth more than the interval, so that a chain on which nothing happens gets at most one request
 * an interval, and many watches do not ask a node at once.
 */
export function timeUntilLook(interval: number, random: () => number): number {
  return interval * (1 + 0.2 * random())
}

export function readFinality(text: string): Finality {
  if (text === "latest" || text === "safe" || text === "finalized") return text
  return Number(readWholeNumber(text, { argument: "--finality", to: 100_000n }))
}
