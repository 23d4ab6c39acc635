import type { Hex } from "viem"

import type { ChainProvider } from "./createChainSeams.js"

/**
 * Does something on a chain in the middle of another request, so that it costs no time: its blocks, and the one after them, have the time
 * that was set for the next block.
 */
export async function atSameTime(
  provider: ChainProvider,
  work: (provider: ChainProvider) => Promise<void>,
): Promise<void> {
  const pending = { method: "eth_getBlockByNumber", params: ["pending", false] }
  const { timestamp } = (await provider.request(pending)) as { timestamp: Hex }
  const setTime = () => provider.request({ method: "evm_setNextBlockTimestamp", params: [timestamp] })
  await work({
    request: async (call) => {
      if (call.method.startsWith("eth_send")) await setTime()
      return (await provider.request(call)) as unknown
    },
  })
  await setTime()
}
