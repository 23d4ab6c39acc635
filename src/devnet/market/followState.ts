import type { Hex } from "viem"

import type { LocalChain } from "../chain/chains.js"
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
 * that a quote takes. The pending block tells: it has the newest block's hash, and the root of the state, which a test can change without a
 * block.
 */
export function followState(
  chain: Pick<LocalChain, "provider" | "setBacks">,
  contracts: Pick<MarketContracts, "reader">,
): () => Promise<ChainState> {
  let known: { readonly state: string; readonly read: ReadUint } | undefined

  return async () => {
    const params = ["pending", false]
    const block = (await chain.provider.request({ method: "eth_getBlockByNumber", params })) as PendingBlock
    // A chain that is set back has an earlier state again, of which something may have been read later.
    const state = `${block.parentHash} ${block.stateRoot} ${chain.setBacks()}`
    if (known?.state !== state) known = { state, read: createViewReader(chain, contracts) }
    return { time: Number(block.timestamp), read: known.read }
  }
}

type PendingBlock = { readonly parentHash: Hex; readonly stateRoot: Hex; readonly timestamp: Hex }
