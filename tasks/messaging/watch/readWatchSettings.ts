import type { Finality } from "../../../src/onchain/scanning/LogPosition.js"
import { readWholeNumber } from "../../../src/plugin/arguments/readArguments.js"
import { parseDuration } from "../../../src/primitives/duration.js"

/** The arguments of `messaging watch` as Hardhat reads them. */
export type WatchArguments = {
  plug: string | undefined
  blocks: string
  finality: string
  interval: string
  reconcile: boolean
  once: boolean
  json: boolean
}

export type WatchSettings = {
  readonly plugs: string | undefined
  /** How many of the newest blocks are read of a chain at first. */
  readonly blocks: bigint
  readonly finality: Finality
  /** Milliseconds. */
  readonly interval: number
  readonly reconciles: boolean
}

/** @throws {InvalidInputError} an option is not as it has to be; the error names it */
export function readWatchSettings({ plug, blocks, finality, interval, reconcile }: WatchArguments): WatchSettings {
  return {
    plugs: plug,
    blocks: readWholeNumber(blocks, { argument: "--blocks", from: 1n }),
    finality: readFinality(finality),
    interval: parseDuration(interval, "--interval"),
    reconciles: reconcile,
  }
}

function readFinality(text: string): Finality {
  if (text === "latest" || text === "safe" || text === "finalized") return text
  return Number(readWholeNumber(text, { argument: "--finality", to: 100_000n }))
}
