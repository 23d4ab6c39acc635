import type { Hex } from "viem"

import type { LocalChain } from "./chains.js"

/** What time it is on a chain, in unix seconds: that of the block that it would mine now, which a test may have moved. */
export async function chainTime({ provider }: Pick<LocalChain, "provider">): Promise<number> {
  const params = ["pending", false]
  const block = (await provider.request({ method: "eth_getBlockByNumber", params })) as { timestamp: Hex }
  return Number(block.timestamp)
}
