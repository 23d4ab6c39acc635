import type { Address, Client, ContractEventName, Hex, Log, RpcLog, TransactionReceipt } from "viem"

import { formatLog, isAddressEqual, numberToHex, pad, parseEventLogs, type ParseEventLogsReturnType } from "viem/utils"

import { watcherAbi } from "../onchain/watcherAbi.js"
import type { GatewayChain, Mined } from "./types.js"

/** A log of the watcher contract. */
export type WatcherLog = ParseEventLogsReturnType<typeof watcherAbi, ContractEventName<typeof watcherAbi>, true>[number]

/** Reads the watcher's logs in a receipt. Anybody can log what it logs, so its address counts. */
export function watcherLogsIn({ logs }: Pick<TransactionReceipt, "logs">, { watcher }: GatewayChain): WatcherLog[] {
  return parse(logs, watcher)
}

/**
 * Reads all logs about payloads, requests and timeouts with one request to the node.
 *
 * @param ids of payloads, timeouts and triggers, and the numbers of requests: the first indexed value of each of the watcher's logs
 */
export async function findWatcherLogs(
  { client, watcher }: GatewayChain,
  ids: readonly (Hex | number)[],
  fromBlock: bigint,
): Promise<WatcherLog[]> {
  if (ids.length === 0) return []
  const topics = ids.map((id) => (typeof id === "number" ? pad(numberToHex(id)) : id))
  return parse(await getLogs(client, watcher, [null, topics], fromBlock), watcher)
}

/** Reads logs by their topics, which viem's own action takes only by the event. */
export async function getLogs(
  client: Client,
  address: Address,
  topics: readonly (null | Hex | readonly Hex[])[],
  fromBlock: bigint,
): Promise<Log[]> {
  const filter = { address, topics, fromBlock: numberToHex(fromBlock), toBlock: "latest" }
  const logs = (await client.request({ method: "eth_getLogs", params: [filter] } as never)) as unknown as RpcLog[]
  return logs.map((log) => formatLog(log))
}

function parse(logs: readonly Log[], watcher: Address): WatcherLog[] {
  const own = logs.filter(({ address }) => isAddressEqual(address, watcher))
  return parseEventLogs({ abi: watcherAbi, logs: own })
}

/** Where a log stands. */
export function minedAt(log: Log): Mined {
  const { blockTimestamp } = log as { blockTimestamp?: bigint | null }
  return {
    blockNumber: log.blockNumber ?? 0n,
    transactionHash: log.transactionHash ?? "0x",
    timestamp: blockTimestamp ?? null,
  }
}

/**
 * Returns what an app gateway did in one call of the watcher: one transaction of the actors has calls of many. The watcher logs the call
 * before it makes it, and everything until the next such log belongs to it.
 *
 * @param id of the payload, timeout or trigger that was handled
 */
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
