import type { Client } from "viem"

import { NodeFailedError } from "../callErrors.js"
import type { Patience } from "./askPatiently.js"
import { readBlock, readHead } from "./LogPosition.js"

/**
 * Finds the first block of a time, by binary search over the times of blocks. Blocks that the node has forgotten are older.
 *
 * @param seconds since 1970, by the clock of the chain
 * @returns the number of the first block that is not older; that after the newest one if all are
 * @throws {NodeFailedError} the node has forgotten blocks of that time
 * @throws the errors of viem
 */
export async function findBlockSince(client: Client, seconds: number, patience: Patience): Promise<bigint> {
  const newest = await readHead(client, "latest", patience)
  let [first, end] = [0n, (newest?.blockNumber ?? -1n) + 1n]
  let isForgotten = false
  while (first < end) {
    const middle = (first + end) / 2n
    const block = await readBlock(client, middle, patience)
    if (block !== undefined && block.timestamp >= BigInt(seconds)) end = middle
    else {
      first = middle + 1n
      isForgotten = block === undefined
    }
  }
  if (!isForgotten) return first
  throw new NodeFailedError({ functionName: "eth_getBlockByNumber" }, `it has forgotten the blocks before ${first}`)
}
