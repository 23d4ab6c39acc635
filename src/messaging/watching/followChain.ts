import { createLogScanner, type LogScanner } from "../../onchain/scanning/createLogScanner.js"
import type { Finality } from "../../onchain/scanning/LogPosition.js"
import type { Clock } from "../../primitives/clock.js"
import { isPlugsError, type PlugsError } from "../../primitives/PlugsError.js"
import type { WatchedChain } from "./ChainFacts.js"
import { type IsWatched, readChainFacts, watchedEvents } from "./readChainFacts.js"
import type { WatchStore } from "./store/WatchStore.js"

/** A chain, where to begin with it, and what distinguishes it from another one of the same name. */
export type FollowedChain = WatchedChain & { readonly from: bigint; readonly identity: string }

export type FollowChainOptions = {
  readonly store: WatchStore
  readonly isWatched: IsWatched
  readonly finality: Finality
  readonly clock: Clock
}

/** How far a chain is read. */
export type ChainProgress = {
  readonly slug: number
  readonly name: string
  /** The newest block that was read; `undefined` if none was. */
  readonly block: bigint | undefined
  /** Why the rest could not be read. */
  readonly problem: PlugsError | undefined
}

/**
 * Follows the logs of a chain into a store.
 *
 * @returns reads all that is new. It throws only bugs, and what the store throws
 */
export function followChain(
  chain: FollowedChain,
  { store, isWatched, finality, clock }: FollowChainOptions,
): (signal?: AbortSignal) => Promise<ChainProgress> {
  const { client, slug, name, socket, switchboards, identity } = chain
  let scanner: LogScanner<typeof watchedEvents> | undefined
  let block: bigint | undefined

  async function readSome(signal: AbortSignal | undefined): Promise<boolean> {
    if (scanner === undefined) {
      const from = store.openChain(slug, identity) ?? chain.from
      const address = [socket, ...switchboards]
      scanner = createLogScanner(client, { address, events: watchedEvents, from, finality, clock })
    }
    const { reorgedFrom, logs, position, isCaughtUp } = await scanner.next(signal)
    const facts = await readChainFacts(chain, logs, { clock, isWatched })
    if (reorgedFrom !== undefined || position?.blockNumber !== block) {
      store.record(slug, { ...facts, reorgedFrom, position }, clock.now())
    }
    block = position?.blockNumber
    return isCaughtUp
  }

  return async (signal) => {
    try {
      while (!(await readSome(signal)));
      return { slug, name, block, problem: undefined }
    } catch (error) {
      // What was read and not written down is read again.
      scanner = undefined
      if (!isPlugsError(error) || error.code === "WATCH_STORE_UNUSABLE") throw error
      return { slug, name, block, problem: error }
    }
  }
}
