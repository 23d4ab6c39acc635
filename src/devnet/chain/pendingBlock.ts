import type { Hex } from "viem"

import type { LocalChain } from "./chains.js"

type PendingBlock = { readonly parentHash: Hex; readonly stateRoot: Hex; readonly timestamp: Hex }

/** Gives what was made before while the pending block has the same parent and state root: a test can change that without a block. */
export function keepWhileSame<Kept>(
  chain: Pick<LocalChain, "provider" | "setBacks">,
  create: () => Kept,
): () => Promise<{ readonly kept: Kept; readonly time: number }> {
  let last: { readonly state: string; readonly kept: Kept } | undefined

  return async () => {
    const block = await pendingBlock(chain)
    // A chain that is set back has an earlier state again, of which something may have been read later.
    const state = `${block.parentHash} ${block.stateRoot} ${chain.setBacks()}`
    if (last?.state !== state) last = { state, kept: create() }
    return { kept: last.kept, time: Number(block.timestamp) }
  }
}

/** Reads the time that the chain's next block would have, in unix seconds. A test may have moved it away from the clock's. */
export async function chainTime(chain: Pick<LocalChain, "provider">): Promise<number> {
  return Number((await pendingBlock(chain)).timestamp)
}

async function pendingBlock({ provider }: Pick<LocalChain, "provider">): Promise<PendingBlock> {
  return (await provider.request({ method: "eth_getBlockByNumber", params: ["pending", false] })) as PendingBlock
}
