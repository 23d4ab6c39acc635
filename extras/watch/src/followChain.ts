import type { WatchedChain } from "./ChainFacts.js"
import { scanChain, type ScanChainOptions } from "./scanChain.js"
import { isStoreError } from "./store/WatchDatabase.js"
import type { WatchStore } from "./store/WatchStore.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

export type FollowedChain = WatchedChain & {
  /** The first block that is read. */
  readonly from: bigint
  /** What distinguishes it from another chain of the same name. */
  readonly identity: string
  /** Whether it runs on this machine, and mines on demand. */
  readonly isLocal: boolean
  /** Seconds within which nearly every message from here is delivered, as far as that is known. */
  readonly usual?: number | undefined
}

export type FollowChainOptions = Omit<ScanChainOptions, "from"> & { readonly store: WatchStore }

export type ChainProgress = {
  readonly slug: number
  readonly name: string
  /** The newest block that was read; `undefined` if none was. */
  readonly block: bigint | undefined
  /** Whether only a chain that has not answered yet can say that this one is watched. */
  readonly isUnsure?: boolean
  /** Why the rest could not be read. */
  readonly problem: PlugsError | undefined
}

/** Follows the logs of a chain into a store. What it returns reads all that is new, and throws only bugs and what the store throws. */
export function followChain(
  chain: FollowedChain,
  { store, ...options }: FollowChainOptions,
): (signal?: AbortSignal) => Promise<ChainProgress> {
  const { slug, name, identity } = chain
  let next: ReturnType<typeof scanChain> | undefined
  let block: bigint | undefined

  async function readSome(signal: AbortSignal | undefined): Promise<boolean> {
    next ??= scanChain(chain, { ...options, from: (await store.openChain(slug, identity)) ?? chain.from })
    const { isCaughtUp, ...scanned } = await next(signal)
    const { reorgedFrom, position } = scanned
    if (reorgedFrom !== undefined || position?.blockNumber !== block)
      await store.record(slug, scanned, options.clock.now())
    block = position?.blockNumber
    return isCaughtUp
  }

  return async (signal) => {
    try {
      while (!(await readSome(signal)));
      return { slug, name, block, problem: undefined }
    } catch (error) {
      // What was read and not written down is read again.
      next = undefined
      if (!isPlugsError(error) || isStoreError(error) || error.code === "ABORTED") throw error
      return { slug, name, block, problem: error }
    }
  }
}
