import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import type { ReadWatchOptions } from "./readWatch.js"
import type { Alert } from "#extras/watch/src/alerts/Alert.js"
import { createLook } from "#extras/watch/src/createLook.js"
import { keepLooking } from "#extras/watch/src/keepLooking.js"
import { readNew } from "#extras/watch/src/readNew.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { checkCount, checkMilliseconds, checkUint256 } from "#src/primitives/checks.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"

/** What a watch tells. Numbers grow, and an event that is told again has the same one. Times are milliseconds since 1970. */
export type WatchEvent = { readonly sequence: number; readonly at: number } & (
  | (Alert & { readonly event: "alert"; /** What it and its end have in common. */ readonly alert: string })
  | (Alert & { readonly event: "over"; readonly alert: string; readonly lasted: number })
  | MessageEvent
)

/** A message is in another state, or is so again after a reorg. */
type MessageEvent = Readonly<Record<"messageId" | "srcPlug" | "dstPlug" | "outboundTx" | "txHash", Hex>> &
  Readonly<Record<"srcChainSlug" | "dstChainSlug" | "reachedAt", number>> & {
    readonly event: "status" | "reorg"
    readonly status: string
    readonly previousStatus?: string | undefined
  }

/** How to watch, and whom to tell besides those that the configuration names. */
export type RunWatchOptions = ReadWatchOptions & {
  /** Milliseconds between two looks. Default: 15,000. */
  readonly interval?: number | undefined
  /** Compares every delivered message with what was sent, and checks `plugs.watch.invariants`. Default: false. */
  readonly reconcile?: boolean | undefined
  /** Which blocks count. Default: `latest`. */
  readonly finality?: Finality | undefined
  /** How many of the newest blocks of each chain to begin with. Default: 10,000. */
  readonly blocks?: bigint | number | undefined
  /** How many days to keep what is over. Default: 30. */
  readonly keep?: number | undefined
  /** Ends the watch. Default: it never ends. */
  readonly signal?: AbortSignal | undefined
  /** Gets each event, in order, at least once. One for which it throws, or in which the process ends, is the first of the next watch. */
  readonly onEvent?: ((event: WatchEvent) => Promise<void> | void) | undefined
  /** Gets a sentence about what cannot be done now, once: a chain that does not answer, or another process that holds the watch. */
  readonly onTrouble?: ((says: string) => void) | undefined
  /** Default: the time of the machine. */
  readonly clock?: Clock | undefined
}

/**
 * Watches the messages of the project, as `messaging watch` does, with what the configuration says of whom to tell, until the signal is
 * aborted. While another process holds a shared store, it waits, and goes on when that one ends.
 *
 * @throws {InvalidInputError} an option is not as it has to be, or a plug is not known
 * @throws {WatchRunningError} another process watches the same plugs with the same file
 * @throws {WatchStoreUnusableError} the store cannot be used
 * @throws whatever `onEvent` throws
 * @example
 * const ending = new AbortController()
 * process.once("SIGTERM", () => ending.abort())
 * await runWatch(hre, {
 *   reconcile: true,
 *   signal: ending.signal,
 *   onEvent: (event) => {
 *     if (event.event === "alert") console.error(event.kind, event.says, event.next)
 *   },
 *   onTrouble: (says) => console.error(says),
 * })
 */
export async function runWatch(
  hre: HardhatRuntimeEnvironment,
  { store: url, plugs, reconcile = false, finality = "latest", onEvent, onTrouble, ...options }: RunWatchOptions = {},
): Promise<void> {
  const { clock = systemClock, signal = new AbortController().signal } = options
  const interval = checkMilliseconds(options.interval ?? 15_000, "interval")
  const blocks = checkUint256(options.blocks ?? 10_000, "blocks")
  const kept = checkCount(options.keep ?? 30, "keep") * 24 * 60 * 60_000
  const { openWatch } = await import("./openWatch.js")
  const limits = { interval, patience: interval, unverifiedAfter: undefined }
  const settings = { plugs, blocks, finality, store: url, reconciles: reconcile, ...limits }
  await using opened = await openWatch(hre, settings, { clock, signal })
  const { store, begin, putAside } = opened
  let said: readonly string[] = []
  const trouble = (says: readonly string[]): void => {
    for (const text of says) if (!said.includes(text)) onTrouble?.(text)
    said = says
  }
  if (putAside !== undefined) onTrouble?.(putAside)
  const look = createLook({
    ...{ store, clock, signal, kept },
    show: async () => {
      // Events are written down as they are told.
      const tell = onEvent as ((event: object) => Promise<void> | void) | undefined
      if (tell) await readNew(store, "service", ({ sequence, fields }) => tell({ sequence, ...fields }))
    },
  })
  await keepLooking({
    ...{ store, begin, interval, clock, signal },
    look: async (term) => {
      trouble((await look(term)).trouble)
    },
    onIdle: (says) => {
      trouble([says])
    },
  })
}
