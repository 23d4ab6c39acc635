import type { Address, Client, ContractEventName, Hex, Log, TransactionReceipt } from "viem"
import { getBlockNumber, readContract } from "viem/actions"
import { formatLog, isAddressEqual, numberToHex, pad, parseEventLogs, type ParseEventLogsReturnType } from "viem/utils"

import { watcherAbi } from "../onchain/watcherAbi.js"
import type { GatewayChain, WatcherFacts } from "./types.js"
import { type Mined, searchLogs } from "#src/onchain/logs.js"
import { FalseLogsError, type LogRange, readLogs } from "#src/onchain/scanning/readLogs.js"
import { systemClock } from "#src/primitives/clock.js"

export type WatcherLog = ParseEventLogsReturnType<typeof watcherAbi, ContractEventName<typeof watcherAbi>, true>[number]

/** Reads the watcher's logs in a receipt. Any contract can log the same events, so the address decides. */
export function watcherLogsIn({ logs }: Pick<TransactionReceipt, "logs">, { watcher }: GatewayChain): WatcherLog[] {
  return parse(logs, watcher)
}

/** Reads all logs with one request. `ids` are the first indexed value of each of the watcher's logs. */
export async function findWatcherLogs(
  { client, watcher }: GatewayChain,
  ids: readonly (Hex | number)[],
  fromBlock: bigint,
): Promise<WatcherLog[]> {
  if (ids.length === 0) return []
  const indexed = ids.map((id) => (typeof id === "number" ? pad(numberToHex(id)) : id))
  return parse(await getLogs(client, watcher, indexed, fromBlock), watcher)
}

/**
 * Reads a contract's logs by their first indexed value, which viem's own action takes only by the event. A node that refuses a long range is
 * asked for shorter ones, from the oldest on.
 *
 * @throws the error of the node, if it gives none of the logs, or others than it was asked for
 */
export async function getLogs(
  client: Client,
  address: Address,
  ids: readonly Hex[],
  fromBlock: bigint,
): Promise<Log[]> {
  const indexed = ids.map((id) => id.toLowerCase() as Hex)
  const filter = { address: [address], topics: undefined, indexed }
  const read = async (range: LogRange): Promise<Log[]> => {
    const { logs } = await readLogs(client, filter, range, { clock: systemClock })
    return logs.map((log) => formatLog(log))
  }
  try {
    return await read({ fromBlock, toBlock: "latest" })
  } catch (error) {
    if (error instanceof FalseLogsError) throw error
    const toBlock = await getBlockNumber(client, { cacheTime: 0 })
    const { found, unread } = await searchLogs({ fromBlock, toBlock, first: "oldest", read })
    if (unread !== undefined && found.length === 0) throw error
    return [...found]
  }
}

function parse(logs: readonly Log[], watcher: Address): WatcherLog[] {
  const own = logs.filter(({ address }) => isAddressEqual(address, watcher))
  return parseEventLogs({ abi: watcherAbi, logs: own })
}

export function minedAt(log: Log): Mined {
  const { blockTimestamp } = log as { blockTimestamp?: bigint | null }
  return {
    blockNumber: log.blockNumber ?? 0n,
    transactionHash: log.transactionHash ?? "0x",
    timestamp: blockTimestamp ?? null,
  }
}

/** The logs of one call of the watcher, of many in a transaction: it logs each call before it, and what follows belongs to it. */
export function logsOfCall(logs: readonly WatcherLog[], id: Hex): WatcherLog[] {
  let isOwn = false
  return logs.filter((log) => {
    const called = calledFor(log)
    if (called !== undefined) isOwn = called === id
    return isOwn
  })
}

function calledFor({ eventName, args }: WatcherLog): Hex | undefined {
  if (eventName === "PayloadResolved" || eventName === "PayloadReverted") return args.payloadId
  // A schedule logs this before its PayloadResolved.
  if (eventName === "TimeoutResolved") return args.timeoutId
  return eventName === "TriggerHandled" ? args.triggerId : undefined
}

/** Reads what the watcher contract charges and who operates it. Returns `null` if it is another one than the devnet's. */
export async function readWatcher({ client, watcher: address }: GatewayChain): Promise<WatcherFacts | null> {
  const read = { abi: watcherAbi, address } as const
  try {
    const [payloadFee, feePerGas, operator] = await Promise.all([
      readContract(client, { ...read, functionName: "PAYLOAD_FEE" }),
      readContract(client, { ...read, functionName: "FEE_PER_GAS" }),
      readContract(client, { ...read, functionName: "operator" }),
    ])
    return { payloadFee, feePerGas, operator }
  } catch {
    return null
  }
}
