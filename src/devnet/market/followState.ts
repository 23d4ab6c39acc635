import type { LocalChain } from "../chain/chains.js"
import { keepWhileSame } from "../chain/pendingBlock.js"
import type { MarketContracts } from "./contracts.js"
import { createViewReader, type ReadUint } from "./createViewReader.js"

/** What a chain's contracts say now. */
export type ChainState = {
  /** The time that the next block would have, in unix seconds. */
  readonly time: number
  readonly read: ReadUint
}

/**
 * Returns a function that gives a chain's state. As long as the chain is the same, what was read once is not read again: half of the time
 * that a quote takes.
 */
export function followState(
  chain: Pick<LocalChain, "provider" | "setBacks">,
  contracts: Pick<MarketContracts, "reader">,
): () => Promise<ChainState> {
  const readerNow = keepWhileSame(chain, () => createViewReader(chain, contracts))
  return async () => {
    const { kept: read, time } = await readerNow()
    return { time, read }
  }
}
