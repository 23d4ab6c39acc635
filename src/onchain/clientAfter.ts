import { type Client, createClient, custom, type TransactionReceipt } from "viem"
import { numberToHex } from "viem/utils"

import { delay } from "#src/http/polling/unlessAborted.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"

/** Where the methods that read the state have its block. */
const placeOfBlock: Readonly<Record<string, number>> = {
  debug_traceCall: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getStorageAt: 2,
  eth_simulateV1: 1,
}

/** How often, and after how many milliseconds, a node is asked again that does not have a block yet. */
const [mostTries, interval] = [20, 500]

/**
 * Opens a client that reads the state of the block that has a transaction, where it would read the newest. Behind one URL there can be
 * nodes that lag: what they call the latest block can be one from before. They are asked again until they have the right one, for ten
 * seconds.
 */
export function clientAfter(
  client: Client,
  { blockNumber }: Pick<TransactionReceipt, "blockNumber">,
  { clock = systemClock, signal }: { clock?: Clock | undefined; signal?: AbortSignal | undefined } = {},
): Client {
  const block = numberToHex(blockNumber)
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const place = placeOfBlock[method]
    const given: readonly unknown[] = Array.isArray(params) ? params : []
    const isNewest =
      place !== undefined && ["latest", "pending", undefined].includes(given[place] as string | undefined)
    if (!isNewest) return await client.request({ method, params } as never)
    const pinned = Object.assign([...given], { [place]: block })
    for (let tries = 1; ; tries++) {
      try {
        return await client.request({ method, params: pinned } as never)
      } catch (error) {
        if (tries === mostTries || !lacksBlock(error)) throw error
      }
      await delay(interval, { clock, signal })
    }
  }
  const { chain, pollingInterval } = client
  return createClient({ chain, pollingInterval, ccipRead: false, transport: custom({ request }, { retryCount: 0 }) })
}

/** The words are those of the nodes. */
function lacksBlock(error: unknown): boolean {
  const words =
    /(?:header|block) .*not (?:found|available)|unknown block|invalid block tag|missing trie node|no state available|block .*does not exist/i
  return words.test(String(error))
}
