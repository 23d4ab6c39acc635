import type { RaisedAlert } from "./alerts/Alert.js"
import type { WatchHolder } from "./store/WatchDatabase.js"
import type { WatchedChain, WatchStore } from "./store/WatchStore.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** What a watch knows. Times are milliseconds since 1970. */
export type WatchState = {
  /** Who holds it; `undefined` if nobody does, so that nothing is watched. */
  readonly holder: WatchHolder | undefined
  readonly chains: readonly WatchedChain[]
  /** Those with messages or alerts. */
  readonly paths: readonly WatchedPath[]
  /** Those that last, the oldest first. */
  readonly alerts: readonly (RaisedAlert & { readonly id: string })[]
}

/** A path, as far as messages of it are kept, and how many alerts of it last. */
export type WatchedPath = {
  readonly srcChainSlug: number
  readonly dstChainSlug: number
  /** When both of its chains were last read; `null` if one never was. */
  readonly lookedAt: number | null
  /** The newest blocks that were read. */
  readonly srcBlock: number | null
  readonly dstBlock: number | null
  readonly inFlight: number
  readonly delivered: number
  readonly late: number
  readonly stuck: number
  readonly failed: number
  readonly unverified: number
  readonly otherAlerts: number
}

/**
 * Reads what a watch knows from its store alone, whoever holds it. Messages are counted by the database, so that none is in memory.
 *
 * @throws {WatchStoreUnusableError} there is no watch in it yet, or it cannot be read
 */
export async function readWatchState(
  store: Pick<WatchStore, "holder" | "chains" | "countMessages" | "alerts">,
): Promise<WatchState> {
  const holder = await store.holder()
  const [chains, counts, raised] = await Promise.all([store.chains(), store.countMessages(), store.alerts()])
  const chainOf = new Map(chains.map((chain) => [chain.slug, chain]))
  const paths = new Map<string, Mutable<WatchedPath>>()
  const pathOf = (srcChainSlug: number, dstChainSlug: number): Mutable<WatchedPath> =>
    getOrAdd(paths, `${srcChainSlug} ${dstChainSlug}`, () => {
      const [src, dst] = [chainOf.get(srcChainSlug), chainOf.get(dstChainSlug)]
      // Without a time, one was never read.
      const lookedAt = Math.min(src?.lookedAt ?? 0, dst?.lookedAt ?? 0) || null
      const blocks = { srcBlock: src?.block ?? null, dstBlock: dst?.block ?? null }
      const none = { inFlight: 0, delivered: 0, late: 0, stuck: 0, failed: 0, unverified: 0, otherAlerts: 0 }
      return { srcChainSlug, dstChainSlug, lookedAt, ...blocks, ...none }
    })
  for (const { src, dst, status, count } of counts) {
    pathOf(src, dst)[status === "EXECUTION_SUCCESS" ? "delivered" : "inFlight"] += count
  }
  const alerts = [...raised]
    .map(([id, alert]) => ({ id, ...alert }))
    .sort((one, other) => one.raisedAt - other.raisedAt)
  for (const { kind, srcChainSlug: src, dstChainSlug: dst } of alerts) {
    if (src === undefined || dst === undefined) continue
    const path = pathOf(src, dst)
    path[kind in path ? (kind as "late") : "otherAlerts"] += 1
  }
  const order = (one: WatchedPath, other: WatchedPath): number =>
    one.srcChainSlug - other.srcChainSlug || one.dstChainSlug - other.dstChainSlug
  return { holder, chains, paths: [...paths.values()].sort(order), alerts }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
