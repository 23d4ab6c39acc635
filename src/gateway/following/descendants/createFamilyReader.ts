import type { Hex } from "viem"

import pLimit from "p-limit"

import { PlugsError } from "../../../primitives/PlugsError.js"
import { isFinal } from "../../../tracking/states.js"
import type { GatewayClient } from "../../createGatewayClient.js"
import { transactionStates } from "../../states.js"
import type { GatewayRequest } from "../../types.js"
import { callbacksOf, openedBy } from "./getOpenedTransactions.js"

/** A transaction's requests, and everything that callbacks opened after them. Each request has the transaction that made it. */
export type Family = {
  readonly requests: readonly GatewayRequest[]
  /** Whether every callback that has run was asked for often enough. An API can know a callback before what it opened. */
  readonly isSettled: boolean
}

/** The most requests that a watch follows: a callback that opens a request whose callback opens another may go on for ever. */
export const mostDescendants: number = 100

/** Callbacks opened more requests than a watch follows. */
export class TooManyDescendantsError extends PlugsError {
  readonly code = "TOO_MANY_DESCENDANTS"
  /** The requests so far. */
  readonly requests: readonly GatewayRequest[]

  constructor(txHash: Hex, requests: readonly GatewayRequest[]) {
    super(`Callbacks opened more than ${mostDescendants} requests.`, {
      facts: { transaction: txHash, "latest request": String(requests.at(-1)?.requestCount ?? "without a number") },
      next: "Check that the chain of callbacks has an end. If it has, follow the latest request's transaction instead.",
    })
    this.requests = requests
  }
}

const atOnce = 8
const emptyAnswers = 2

/**
 * Creates a function that reads a transaction's requests and, step by step, what their callbacks opened. What is complete is not asked
 * for again, so that a long chain costs few requests.
 *
 * @throws {TooManyDescendantsError} by the function: the chain of callbacks is longer than {@link mostDescendants} requests
 */
export function createFamilyReader(
  client: Pick<GatewayClient, "getTransaction">,
  txHash: Hex,
): (signal: AbortSignal) => Promise<Family> {
  const complete = new Map<Hex, readonly GatewayRequest[]>()
  const emptySeen = new Map<Hex, number>()

  async function readOne(from: Hex, signal: AbortSignal): Promise<readonly GatewayRequest[]> {
    const known = complete.get(from)
    if (known !== undefined) return known
    const requests = (await client.getTransaction({ txHash: from, signal })).map((request) => ({
      ...request,
      txHash: from,
    }))
    if (requests.length === 0) emptySeen.set(from, (emptySeen.get(from) ?? 0) + 1)
    const isOver = requests.length === 0 ? (emptySeen.get(from) ?? 0) >= emptyAnswers : requests.every(isResolved)
    // The first transaction is asked for every time: a reorg may take it back.
    if (isOver && from !== txHash) complete.set(from, requests)
    return requests
  }

  return async (signal) => {
    const limit = pLimit(atOnce)
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
      if (family.size > mostDescendants) throw new TooManyDescendantsError(txHash, [...family.values()])
      const opened = await Promise.all(
        [...callbacksOf(latest)].map(async ([from, payloadIds]) => openedBy(await read(from), payloadIds)),
      )
      // A callback's transaction can be that of a request that is known already, and so on in a circle.
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
    payloads.every(
      (payload) => payload.status === "PROMISE_RESOLVED" || payload.callBackDetails.callbackTxHash !== null,
    )
  )
}
