import type { Hex } from "viem"

import type { LocalChain } from "./chains.js"

/**
 * Reads the time that the chain's next block would have, in unix seconds. A test may have moved it away from the clock's.
 */
export async function chainTime({ provider }: Pick<LocalChain, "provider">): Promise<number> {
  const params = ["pending", false]
  const block = (await provider.request({ method: "eth_getBlockByNumber", params })) as { timestamp: Hex }
  return Number(block.timestamp)
}
