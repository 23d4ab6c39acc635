import type { Client } from "viem"

import { NodeFailedError } from "../callErrors.js"
import { readBlock, readHead } from "./LogPosition.js"
import type { Patience } from "./requestWithRetries.js"

/**
 * Finds the first block that is not older than a moment, by halving the chain: 30 requests for a thousand million blocks.
 *
 * @param options.seconds since 1970, by the clock of the chain
 * @param options.first where to begin. Default: 0
 * @returns the number after the newest block if all are older
 * @throws {NodeFailedError} the node has forgotten blocks of that time
 * @throws the errors of viem
 */
export async function findBlockAt(
  client: Client,
  { seconds, first = 0n, ...patience }: Patience & { readonly seconds: bigint; readonly first?: bigint | undefined },
): Promise<bigint> {
  const head = await readHead(client, "latest", patience)
  let [low, high] = [first, (head?.blockNumber ?? -1n) + 1n]
  if (head === undefined || head.timestamp < seconds) return high
  let isForgotten = false
  while (low < high) {
    const middle = (low + high) / 2n
    const block = await readBlock(client, middle, patience)
    if (block !== undefined && block.timestamp >= seconds) high = middle
    else {
      low = middle + 1n
      isForgotten = block === undefined
    }
  }
  if (!isForgotten) return low
  throw new NodeFailedError({ functionName: "eth_getBlockByNumber" }, `it has forgotten the blocks before ${low}`)
}
