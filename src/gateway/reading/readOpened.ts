import type { Hex } from "viem"
import { getTransactionReceipt } from "viem/actions"

import { maxDescendants } from "../following/openedRequests.js"
import { readRequests } from "./readRequests.js"
import type { GatewayChain, RequestFacts, TimeoutFacts, TriggerFacts } from "./types.js"
import { logsOfCall, type WatcherLog, watcherLogsIn } from "./watcherLogs.js"

/** A call by the watcher: the payload, timeout or trigger, and the transaction. */
type Call = { readonly id: Hex; readonly txHash: Hex }

/** Reads the requests that callbacks, timeouts and triggers opened, and those that their callbacks opened in turn. */
export async function readOpened(
  gateway: GatewayChain,
  start: {
    readonly requests: readonly RequestFacts[]
    readonly timeouts: readonly TimeoutFacts[]
    readonly triggers: readonly TriggerFacts[]
  },
): Promise<RequestFacts[]> {
  const receipts = new Map<Hex, Promise<WatcherLog[]>>()
  const logsOf = (txHash: Hex): Promise<WatcherLog[]> => {
    const reading =
      receipts.get(txHash) ??
      getTransactionReceipt(gateway.client, { hash: txHash }).then(
        (receipt) => watcherLogsIn(receipt, gateway),
        () => [],
      )
    receipts.set(txHash, reading)
    return reading
  }
  const opened = new Map<number, RequestFacts>()
  let calls: Call[] = [
    ...callsOf(start.requests),
    ...start.timeouts.flatMap(({ timeoutId, resolved }) => toCall(timeoutId, resolved)),
    ...start.triggers.flatMap(({ triggerId, handled }) => toCall(triggerId, handled)),
  ]
  while (calls.length > 0 && opened.size < maxDescendants) {
    const found = await Promise.all(
      calls.map(async ({ id, txHash }) => {
        const requests = await readRequests(gateway, logsOfCall(await logsOf(txHash), id))
        return requests.map((request) => ({ ...request, openedBy: id }))
      }),
    )
    const latest = found.flat().filter(({ requestCount }) => requestCount !== null && !opened.has(requestCount))
    for (const request of latest) if (request.requestCount !== null) opened.set(request.requestCount, request)
    calls = callsOf(latest)
  }
  return [...opened.values()]
}

function callsOf(requests: readonly RequestFacts[]): Call[] {
  return requests
    .flatMap(({ payloads }) => payloads)
    .flatMap(({ payloadId, callback, resolved }) => (callback === null ? [] : toCall(payloadId, resolved)))
}

function toCall(id: Hex, done: { readonly transactionHash: Hex | null } | null): Call[] {
  return done === null || done.transactionHash === null ? [] : [{ id, txHash: done.transactionHash }]
}
