import type { Hex } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { parseEventLogs } from "viem/utils"

import { maxDescendants } from "../following/openedRequests.js"
import { gatewaySocketAbi } from "../onchain/watcherAbi.js"
import { type CallType, callTypes } from "../states.js"
import type {
  GatewayChain,
  GatewayReading,
  PayloadFacts,
  ReachedChain,
  RequestChange,
  RequestFacts,
  TimeoutFacts,
} from "./types.js"
import { findWatcherLogs, getLogs, logsOfCall, minedAt, type WatcherLog, watcherLogsIn } from "./watcherLogs.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** The call types, at the numbers that the contracts give them. */
const callTypeAt = Object.keys(callTypes) as CallType[]

/** Builds the requests that logs submit, from these and all later logs about them. */
export async function readRequests(gateway: GatewayChain, logs: readonly WatcherLog[]): Promise<RequestFacts[]> {
  const submitted = logs.filter((log) => log.eventName === "RequestSubmitted")
  const counts = submitted.map(({ args }) => args.requestCount)
  const queued = logs
    .filter((log) => log.eventName === "PayloadQueued")
    .filter(({ args }) => counts.includes(args.requestCount))
  const [first] = logs
  if (submitted.length === 0 || first === undefined) return []
  const ids = [...counts, ...queued.map(({ args }) => args.payloadId)]
  const later = await findWatcherLogs(gateway, ids, minedAt(first).blockNumber)
  return submitted.map((log): RequestFacts => {
    const { requestCount, appGateway } = log.args
    const ofRequest = later.filter((other) => "requestCount" in other.args && other.args.requestCount === requestCount)
    const increased = ofRequest.findLast((other) => other.eventName === "MaxFeesIncreased")
    const cancelled = ofRequest.find(({ eventName }) => eventName === "RequestCancelled")
    const settled = ofRequest.find(({ eventName }) => eventName === "RequestSettled")
    return {
      requestCount,
      txHash: log.transactionHash,
      submitted: minedAt(log),
      appGateway,
      maxFees: increased?.eventName === "MaxFeesIncreased" ? increased.args.maxFees : log.args.maxFees,
      cancelled: cancelled === undefined ? null : minedAt(cancelled),
      settled: settled === undefined ? null : minedAt(settled),
      payloads: queued.filter(({ args }) => args.requestCount === requestCount).map((each) => toPayload(each, later)),
      openedBy: null,
      reported: undefined,
    }
  })
}

type QueuedLog = Extract<WatcherLog, { eventName: "PayloadQueued" }>

function toPayload(log: QueuedLog, later: readonly WatcherLog[]): PayloadFacts {
  const { payloadId, requestCount, batchCount, appGateway, callType, chainSlug, target, callData, options } = log.args
  const facts: { -readonly [Name in keyof PayloadFacts]: PayloadFacts[Name] } = {
    payloadId,
    requestCount,
    batchCount,
    appGateway,
    callType: callTypeAt[callType] ?? "WRITE",
    chainSlug,
    target,
    callData,
    options,
    queued: minedAt(log),
    callback: null,
    dueAt: null,
    finalized: null,
    executed: null,
    resolved: null,
    marked: null,
    reported: undefined,
  }
  for (const other of later) {
    if (!("payloadId" in other.args) || other.args.payloadId !== payloadId) continue
    const { eventName, args } = other
    if (eventName === "CallbackSet") facts.callback = { selector: args.selector, data: args.data }
    if (eventName === "ScheduleStarted") facts.dueAt = args.executeAt
    if (eventName === "PayloadFinalized") facts.finalized = { ...minedAt(other), proof: args.proof }
    if (eventName === "PayloadResolved") facts.resolved = { ...minedAt(other), fee: args.fee }
    if (eventName === "PayloadReverted") facts.marked = { ...minedAt(other), revertData: args.revertData }
  }
  return facts
}

export function changesIn(logs: readonly WatcherLog[]): RequestChange[] {
  return logs.flatMap((log): RequestChange[] => {
    if (log.eventName === "RequestCancelled") {
      return [{ requestCount: log.args.requestCount, mined: minedAt(log), maxFees: null }]
    }
    if (log.eventName !== "MaxFeesIncreased") return []
    const { requestCount, maxFees } = log.args
    return [{ requestCount, mined: minedAt(log), maxFees }]
  })
}

/** Builds the timeouts that logs schedule, from these and all later logs about them. */
export async function readTimeouts(gateway: GatewayChain, logs: readonly WatcherLog[]): Promise<TimeoutFacts[]> {
  const scheduled = logs.filter((log) => log.eventName === "TimeoutScheduled")
  const [first] = scheduled
  if (first === undefined) return []
  const ids = scheduled.map(({ args }) => args.timeoutId)
  const later = await findWatcherLogs(gateway, ids, minedAt(first).blockNumber)
  return scheduled.map((log): TimeoutFacts => {
    const { timeoutId, target, payload, executeAt } = log.args
    const resolved = later.find((other) => other.eventName === "TimeoutResolved" && other.args.timeoutId === timeoutId)
    return {
      timeoutId,
      scheduled: minedAt(log),
      originTxHash: log.transactionHash,
      target,
      payload,
      dueAt: executeAt,
      resolved: resolved === undefined ? null : minedAt(resolved),
      reported: undefined,
    }
  })
}

/** Adds to requests where their payloads were executed, from the logs of the chains that they go to. */
export async function readExecutions(
  requests: readonly RequestFacts[],
  chainOf: (slug: number) => Promise<ReachedChain | undefined>,
): Promise<RequestFacts[]> {
  // A read and a schedule make no transaction on a chain.
  const payloads = requests
    .flatMap((request) => request.payloads)
    .filter(({ callType }) => callType !== "READ" && callType !== "SCHEDULE")
  const slugs = [...new Set(payloads.map(({ chainSlug }) => chainSlug))]
  const found = await Promise.all(
    slugs.map(async (slug) => {
      const chain = await chainOf(slug)
      const there = payloads.filter(({ chainSlug }) => chainSlug === slug)
      return chain === undefined ? [] : await readOn(chain, there)
    }),
  )
  const executions = new Map(found.flat())
  const withExecution = (payload: PayloadFacts): PayloadFacts => ({
    ...payload,
    executed: executions.get(payload.payloadId) ?? payload.executed,
  })
  return requests.map((request) => ({ ...request, payloads: request.payloads.map(withExecution) }))
}

type Execution = NonNullable<PayloadFacts["executed"]>

async function readOn(chain: ReachedChain, payloads: readonly PayloadFacts[]): Promise<[Hex, Execution][]> {
  const { client, socket } = chain
  if (socket === undefined) return []
  const ids = payloads.filter(({ finalized }) => finalized !== null).map(({ payloadId }) => payloadId)
  if (ids.length === 0) return []
  // A public node refuses a search of all blocks. Then the transactions that the API gives are read.
  const logs = await getLogs(client, socket, ids, 0n).catch(async () => {
    const hashes = new Set(payloads.flatMap(({ reported }) => reported?.executeDetails.executeTxHash ?? []))
    const receipts = await Promise.all(
      [...hashes].map((hash) => getTransactionReceipt(client, { hash }).catch(() => undefined)),
    )
    return receipts.flatMap((receipt) => receipt?.logs ?? [])
  })
  const own = logs.filter(({ address }) => address.toLowerCase() === socket.toLowerCase())
  const executed = parseEventLogs({ abi: gatewaySocketAbi, eventName: "PayloadExecuted", logs: own })
  return executed.map((log) => {
    const { payloadId, returnData, gasUsed } = log.args
    return [payloadId, { mined: minedAt(log), returnData, gasUsed }]
  })
}

/** A call by the watcher: the payload, timeout or trigger, and the transaction. */
type Call = { readonly id: Hex; readonly txHash: Hex }

/** Reads the requests that callbacks, timeouts and triggers opened, and those that their callbacks opened in turn. */
export async function readOpened(
  gateway: GatewayChain,
  start: Pick<GatewayReading, "requests" | "timeouts" | "triggers">,
): Promise<RequestFacts[]> {
  const logsOf = memoize((hash: Hex): Promise<WatcherLog[]> =>
    getTransactionReceipt(gateway.client, { hash }).then(
      (receipt) => watcherLogsIn(receipt, gateway),
      () => [],
    ),
  )
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
