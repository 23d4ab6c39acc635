import type { NetworkConnection } from "hardhat/types/network"
import type { Address, Hash, Hex, Log, RpcLog } from "viem"
import { formatLog, numberToHex } from "viem/utils"

import type { FollowedHead } from "./followHead.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** Which logs to read: those of these contracts, and those whose first topic is one of these. Without either, all. */
type LogFilter = { readonly address?: readonly Address[]; readonly topics?: readonly Hex[] }

/** Reads the logs of some blocks, oldest first. */
export type ReadLogs = (fromBlock: bigint, toBlock: bigint, filter: LogFilter) => Promise<readonly RpcLog[]>

/** More blocks are read with the filter, because most of their logs may not be needed. */
const maxSharedBlocks = 100n

/** Returns a reader of logs that all followers of a chain share: they read the same new blocks at the same time. */
export function createLogReader({
  provider,
  onHead,
}: Pick<FollowedHead, "onHead"> & Pick<NetworkConnection, "provider">): ReadLogs {
  /** What was read since the chain had its newest block, by range. */
  const read = new Map<string, Promise<readonly RpcLog[]>>()
  onHead(() => {
    read.clear()
  })

  async function request(fromBlock: bigint, toBlock: bigint, filter: object = {}): Promise<readonly RpcLog[]> {
    const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) }
    return (await provider.request({ method: "eth_getLogs", params: [{ ...range, ...filter }] })) as RpcLog[]
  }

  async function readShared(fromBlock: bigint, toBlock: bigint): Promise<readonly RpcLog[]> {
    const key = `${fromBlock} ${toBlock}`
    const shared = getOrAdd(read, key, () => request(fromBlock, toBlock))
    try {
      return await shared
    } catch (error) {
      // The next who reads them asks again, on a chain that mines nothing too.
      if (read.get(key) === shared) read.delete(key)
      throw error
    }
  }

  return async (fromBlock, toBlock, { address, topics }) => {
    if (toBlock - fromBlock >= maxSharedBlocks) {
      return await request(fromBlock, toBlock, { ...(address && { address }), ...(topics && { topics: [topics] }) })
    }
    const logs = await readShared(fromBlock, toBlock)
    if (logs.length === 0) return logs
    const addresses = address && new Set(address.map((one) => one.toLowerCase()))
    return logs.filter(
      (log) =>
        (addresses === undefined || addresses.has(log.address.toLowerCase())) &&
        (topics === undefined || (log.topics[0] !== undefined && topics.includes(log.topics[0]))),
    )
  }
}

export type MinedLog = Log<bigint, number, false> & { readonly transactionHash: Hash; readonly blockTimestamp: bigint }

/** Reads every log of these contracts, oldest first. Any contract can log the same events, so logs of others are left out. */
export async function getMinedLogs(
  { readLogs }: { readonly readLogs: ReadLogs },
  address: readonly Address[],
  fromBlock: bigint,
  toBlock: bigint,
): Promise<MinedLog[]> {
  return (await readLogs(fromBlock, toBlock, { address })).map((log) => formatLog(log) as MinedLog)
}
