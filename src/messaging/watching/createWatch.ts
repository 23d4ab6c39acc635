import type { Finality } from "../../onchain/scanning/LogPosition.js"
import type { Clock } from "../../primitives/clock.js"
import { type ChainProgress, followChain, type FollowedChain } from "./followChain.js"
import { watchedAmong } from "./readChainFacts.js"
import type { WatchStore } from "./store/WatchStore.js"

export type WatchOptions = {
  readonly chains: readonly FollowedChain[]
  readonly store: WatchStore
  readonly finality: Finality
  readonly clock: Clock
}

export type Watch = {
  /** Reads what is new on all chains, and tells what changes by it. */
  round(signal?: AbortSignal): Promise<readonly ChainProgress[]>
}

/** Watches messages of several chains. All that it knows and tells is in the store. */
export function createWatch({ chains, store, finality, clock }: WatchOptions): Watch {
  const isWatched = watchedAmong(chains)
  const readers = chains.map((chain) => followChain(chain, { store, isWatched, finality, clock }))
  return {
    round: (signal) => Promise.all(readers.map((read) => read(signal))),
  }
}
