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
 * Returns a function that gives a chain's state. As long as that is the same, what was read once is not read again: half of the time that a
 * quote takes. The root of the state tells, because a test can change balances and storage without a block.
 */
export function followState(
  chain: Pick<LocalChain, "provider" | "onHead">,
  contracts: Pick<MarketContracts, "reader">,
): () => Promise<ChainState> {
  let known: { readonly stateRoot: Hex; readonly read: ReadUint } | undefined
  // A chain that is set back has the root of an earlier state again, of which something was read later.
  chain.onHead(() => {
    known = undefined
  })

  return async () => {
    const params = ["pending", false]
    const block = await chain.provider.request({ method: "eth_getBlockByNumber", params })
    const { stateRoot, timestamp } = block as { readonly stateRoot: Hex; readonly timestamp: Hex }
    if (known?.stateRoot !== stateRoot) known = { stateRoot, read: createViewReader(chain, contracts) }
    return { time: Number(timestamp), read: known.read }
  }
}
