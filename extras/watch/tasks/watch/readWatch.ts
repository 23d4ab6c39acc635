import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { readWatchState, type WatchState } from "#extras/watch/src/readWatchState.js"
import { systemClock } from "#src/primitives/clock.js"

/** Which watch. */
export type ReadWatchOptions = {
  /** The URL of the Postgres database that watchers share. Default: `plugs.watch.store`, or else the project's file. */
  readonly store?: string | undefined
  /** The plugs that are watched, by name or address, such as `Counter` or `0x…@alpha`. Default: those of the wiring. */
  readonly plugs?: readonly string[] | undefined
}

/**
 * Reads what a watch knows, beside it or without it, as `messaging watch --status` does. No chain is asked.
 *
 * @throws {WatchStoreUnusableError} there is no watch in the store yet, or it cannot be read
 * @throws {WatchStoreUnreachableError} the server of the store does not answer
 * @example
 * const { holder, paths, alerts } = await readWatch(hre)
 * if (holder === undefined) console.error("Nobody watches.")
 * for (const { srcChainSlug, dstChainSlug, late, stuck } of paths) console.log(srcChainSlug, dstChainSlug, late + stuck)
 * for (const { kind, says } of alerts) console.log(kind, says)
 */
export async function readWatch(hre: HardhatRuntimeEnvironment, options: ReadWatchOptions = {}): Promise<WatchState> {
  const { openWatchReader } = await import("./openWatch.js")
  await using reader = await openWatchReader(hre, options, { clock: systemClock })
  return await readWatchState(reader)
}
