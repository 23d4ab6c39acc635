import pLimit from "p-limit"
import type { Hex } from "viem"

import type { GatewayClient } from "../createGatewayClient.js"
import { isPayloadDone, transactionStates } from "../states.js"
import type { GatewayRequest } from "../types.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { isFinal } from "#src/tracking/states.js"

/** A transaction of callbacks that opened requests of their own. */
export type OpenedTransaction = {
  /** The transaction of the gateway chain in which the callbacks ran. */
  readonly txHash: Hex
  /** The payloads whose callbacks ran in it. */
  readonly payloadIds: readonly string[]
  /** The requests that the callbacks opened. */
  readonly requests: readonly GatewayRequest[]
}

/** Requests at the same time: fast without burdening an API. */
const maxConcurrent = 8

/** A limit, because a callback that opens a request whose callback opens another may never end. */
export const maxDescendants: number = 100

/** An API can know a callback before the requests that it opened, so an empty answer counts only when it is repeated. */
const emptyAnswers = 2

/**
 * Finds the requests that the callbacks of these requests opened: a request can be COMPLETED while its callback's request still runs.
 * Looks one level deep; `waitForTransaction({ descendants: true })` follows all levels.
 *
 * @returns the callback transactions that opened requests, in the order of the payloads; empty if none did
 * @example
 * const requests = await client.getTransaction({ txHash })
 * for (const opened of await getOpenedTransactions(client, { requests })) console.log(opened.txHash, opened.requests.length)
 */
export async function getOpenedTransactions(
  client: Pick<GatewayClient, "getTransaction">,
  { requests, signal }: { requests: readonly GatewayRequest[]; signal?: AbortSignal | undefined },
): Promise<OpenedTransaction[]> {
  const answers = await pLimit(maxConcurrent).map([...callbacksOf(requests)], async ([txHash, payloadIds]) => {
    const all = await client.getTransaction({ txHash, signal })
    return { txHash, payloadIds, requests: openedBy(all, payloadIds) }
  })
  return answers.filter((opened) => opened.requests.length > 0)
}

/** The transactions in which callbacks ran, and the payloads that they belong to. */
function callbacksOf(requests: readonly GatewayRequest[]): ReadonlyMap<Hex, string[]> {
  const callbacks = new Map<Hex, string[]>()
  for (const { payloadId, callBackDetails } of requests.flatMap(({ payloads }) => payloads)) {
    const { callbackTxHash } = callBackDetails
    if (callbackTxHash === null) continue
    callbacks.set(callbackTxHash, [...(callbacks.get(callbackTxHash) ?? []), payloadId])
  }
  return callbacks
}

/** Leaves out requests of other callbacks in the same transaction, if the API says who opened them. */
function openedBy(requests: readonly GatewayRequest[], payloadIds: readonly string[]): GatewayRequest[] {
  const ids = new Set(payloadIds.map((id) => id.toLowerCase()))
  return requests.filter(({ openedBy: by }) => by === undefined || (by !== null && ids.has(by.toLowerCase())))
}

/** A transaction's requests and those that callbacks opened after them, each with the transaction that made it. */
type Family = {
  readonly requests: readonly GatewayRequest[]
  /** Whether no answer about a callback is still empty for the first time. */
  readonly isSettled: boolean
}

/** Callbacks opened more requests than a watch follows. */
export class TooManyDescendantsError extends PlugsError {
  readonly code = "TOO_MANY_DESCENDANTS"
  /** The requests so far. */
  readonly requests: readonly GatewayRequest[]

  constructor(txHash: Hex, requests: readonly GatewayRequest[]) {
    super(`Callbacks opened more than ${maxDescendants} requests.`, {
      facts: { transaction: txHash, "latest request": String(requests.at(-1)?.requestCount ?? "without a number") },
      next: "Check that the chain of callbacks has an end. If it has, follow the latest request's transaction instead.",
    })
    this.requests = requests
  }
}

/**
 * Creates a function that reads a transaction's requests and, level by level, those that their callbacks opened. Complete ones are
 * read once, so that a long chain costs few requests.
 *
 * @throws {TooManyDescendantsError} by the function: the chain of callbacks is longer than {@link maxDescendants} requests
 */
export function createFamilyReader(
  client: Pick<GatewayClient, "getTransaction">,
  txHash: Hex,
): (signal: AbortSignal) => Promise<Family> {
  const complete = new Map<Hex, readonly GatewayRequest[]>()
  const emptySeen = new Map<Hex, number>()

  async function readOne(from: Hex, signal: AbortSignal): Promise<readonly GatewayRequest[]> {
    const cached = complete.get(from)
    if (cached !== undefined) return cached
    const requests = (await client.getTransaction({ txHash: from, signal })).map((request) => ({
      ...request,
      txHash: from,
    }))
    const heard = (emptySeen.get(from) ?? 0) + 1
    if (requests.length === 0) emptySeen.set(from, heard)
    const isOver = requests.length === 0 ? heard >= emptyAnswers : requests.every(isResolved)
    // The first transaction is read every time: a reorg may drop it.
    if (isOver && from !== txHash) complete.set(from, requests)
    return requests
  }

  return async (signal) => {
    const limit = pLimit(maxConcurrent)
    const reads = new Map<Hex, Promise<readonly GatewayRequest[]>>()
    const read = (from: Hex): Promise<readonly GatewayRequest[]> => {
      const started = reads.get(from) ?? limit(() => readOne(from, signal))
      reads.set(from, started)
      return started
    }
    const family = new Map<string, GatewayRequest>()
    let latest = [...(await read(txHash))]
    while (latest.length > 0) {
      for (const request of latest) family.set(keyOf(request), request)
      if (family.size > maxDescendants) throw new TooManyDescendantsError(txHash, [...family.values()])
      const opened = await Promise.all(
        [...callbacksOf(latest)].map(async ([from, payloadIds]) => openedBy(await read(from), payloadIds)),
      )
      // A callback's transaction can be that of a known request, which would go round in circles.
      latest = opened.flat().filter((request) => !family.has(keyOf(request)))
    }
    const isSettled = [...reads.keys()].every((from) => emptySeen.get(from) === undefined || complete.has(from))
    return { requests: [...family.values()], isSettled }
  }
}

function keyOf({ txHash, requestCount, payloads }: GatewayRequest): string {
  return requestCount === null ? `${txHash ?? ""} ${payloads[0]?.payloadId ?? ""}` : String(requestCount)
}

/** COMPLETED means executed. A callback that is still running can open more. */
function isResolved({ status, payloads }: GatewayRequest): boolean {
  return (
    isFinal(status, transactionStates) &&
    payloads.every((payload) => isPayloadDone(payload.status) || payload.callBackDetails.callbackTxHash !== null)
  )
}
