import type { Hex } from "viem"

import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** The newest block when a reading began. */
export type Head = { readonly number: bigint; readonly timestamp: bigint }

/** Where something stands on a chain. */
export type Mined = {
  readonly blockNumber: bigint
  readonly transactionHash: Hex
  /** Seconds since 1970; `null` if the block was not read, or the node does not say. */
  readonly timestamp: bigint | null
}

/** The first and the last block of a range, both included. */
export type BlockRange = { readonly fromBlock: bigint; readonly toBlock: bigint }

export type SearchLogsParameters<Found> = BlockRange & {
  /** Reads the logs of a range. It may be called again with a shorter range if it throws. */
  readonly read: (range: BlockRange) => Promise<readonly Found[]>
  /** Whether the logs that were found so far are all that exist. Default: never. */
  readonly isEnough?: ((found: readonly Found[]) => boolean) | undefined
  /** Where to begin. Default: "newest", with the last block. */
  readonly first?: "newest" | "oldest" | undefined
  /** Requests that are made at most. Default: 12. */
  readonly maxRequests?: number | undefined
  /** Blocks of one request: at most, and at least where a node refuses more. Default: all, and 500. */
  readonly blocks?: { readonly most: bigint; readonly least: bigint } | undefined
  readonly signal?: AbortSignal | undefined
}

/** The logs, in the order of the chain. */
export type SearchLogsReturnType<Found> = {
  readonly found: readonly Found[]
  /** Why a part of the range could not be read; `undefined` if all of it was, or nothing more was needed. */
  readonly unread: string | undefined
}

/** Blocks to ask for in one request after a node has refused more. Public nodes allow from 500 to 10,000 or more. */
const shorterRanges: readonly bigint[] = [100_000n, 10_000n, 2_000n, 500n]

/** Returns how many blocks to ask a node for that refused so many; 0 if it was one. */
export function shorterRange(refused: bigint): bigint {
  return shorterRanges.find((blocks) => blocks < refused) ?? refused / 2n
}

/** Searches blocks for logs, in shorter ranges where a node refuses long ones. Never throws: the result says what is unread. */
export async function searchLogs<Found>({
  fromBlock,
  toBlock,
  read,
  isEnough = () => false,
  first = "newest",
  maxRequests = 12,
  blocks: { most, least } = { most: toBlock - fromBlock + 1n, least: 500n },
  signal,
}: SearchLogsParameters<Found>): Promise<SearchLogsReturnType<Found>> {
  let found: readonly Found[] = []
  let left: BlockRange = { fromBlock, toBlock }
  let length = most
  for (let requests = 0; left.fromBlock <= left.toBlock; requests += 1) {
    if (requests === maxRequests || signal?.aborted === true) {
      return { found, unread: saysLeft(left, { length, requests }) }
    }
    const range = cut(left, { length, first })
    try {
      const part = await read(range)
      found = first === "newest" ? [...part, ...found] : [...found, ...part]
      if (isEnough(found)) break
      left =
        first === "newest" ? { fromBlock, toBlock: range.fromBlock - 1n } : { fromBlock: range.toBlock + 1n, toBlock }
    } catch (error) {
      const shorter = shorterRange(range.toBlock - range.fromBlock + 1n)
      if (shorter < least) return { found, unread: `the node gives no logs: ${nodeReason(error)}` }
      length = shorter
    }
  }
  return { found, unread: undefined }
}

function cut({ fromBlock, toBlock }: BlockRange, { length, first }: { length: bigint; first: "newest" | "oldest" }) {
  if (toBlock - fromBlock < length) return { fromBlock, toBlock }
  return first === "newest"
    ? { fromBlock: toBlock - length + 1n, toBlock }
    : { fromBlock, toBlock: fromBlock + length - 1n }
}

function saysLeft(
  { fromBlock, toBlock }: BlockRange,
  { length, requests }: { length: bigint; requests: number },
): string {
  return `the node allows ${String(length)} blocks in a request, and after ${String(requests)} requests blocks ${String(fromBlock)} to ${String(toBlock)} were left`
}
