import type { Client, Hash, Hex } from "viem"
import { isHex, numberToHex, size } from "viem/utils"

import { NodeFailedError } from "../callErrors.js"
import { type Patience, requestWithRetries } from "./requestWithRetries.js"

/** A block up to which logs were read, with its hash: an honest chain that still has it has not changed before it. */
export type LogPosition = { readonly blockNumber: bigint; readonly blockHash: Hash }

/** Which blocks count: what a chain calls so, or those that have this many blocks above them. */
export type Finality = "latest" | "safe" | "finalized" | number

export type Block = LogPosition & { readonly parentHash: Hash; readonly timestamp: bigint }

/**
 * Reads the newest block that counts.
 *
 * @returns `undefined` if the chain has none yet
 * @throws {NodeFailedError} the node has no block at all
 * @throws the errors of viem
 */
export async function readHead(client: Client, finality: Finality, patience: Patience): Promise<Block | undefined> {
  if (finality === "safe" || finality === "finalized") return await readBlock(client, finality, patience)
  const latest = await readBlock(client, "latest", patience)
  if (latest === undefined)
    throw new NodeFailedError({ functionName: "eth_getBlockByNumber" }, "it has no newest block")
  if (finality === "latest" || finality === 0) return latest
  const number = latest.blockNumber - BigInt(finality)
  return number < 0n ? undefined : await readBlock(client, number, patience)
}

/**
 * Reads one block.
 *
 * @returns `undefined` if the node does not have it
 * @throws the errors of viem
 */
export async function readBlock(
  client: Client,
  block: bigint | string,
  patience: Patience,
): Promise<Block | undefined> {
  const params = [typeof block === "bigint" ? numberToHex(block) : block, false]
  const answer = await requestWithRetries(client, { method: "eth_getBlockByNumber", params }, patience)
  if (answer === null) return undefined
  const { number, hash, parentHash, timestamp } = answer as Readonly<Record<string, unknown>>
  const isBlock = [number, timestamp].every(isQuantity) && [hash, parentHash].every(isHash)
  if (!isBlock || (typeof block === "bigint" && BigInt(number as Hex) !== block)) {
    throw new NodeFailedError({ functionName: "eth_getBlockByNumber" }, "its answer is not the block")
  }
  const [blockNumber, seconds] = [BigInt(number as Hex), BigInt(timestamp as Hex)]
  return { blockNumber, blockHash: hash as Hash, parentHash: parentHash as Hash, timestamp: seconds }
}

export function isQuantity(value: unknown): value is Hex {
  return isHex(value) && value.length > 2 && value.length <= 66
}

export function isHash(value: unknown): value is Hash {
  return isHex(value) && size(value) === 32
}

/** The first of so many of the newest blocks of a chain, or its very first one. */
export function firstOfNewest(blocks: bigint, newest: bigint): bigint {
  return newest >= blocks ? newest - blocks + 1n : 0n
}
