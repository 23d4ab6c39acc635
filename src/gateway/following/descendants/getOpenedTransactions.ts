import type { Hex } from "viem"

import pLimit from "p-limit"

import type { GatewayClient } from "../../createGatewayClient.js"
import type { GatewayRequest } from "../../types.js"

/** A transaction of callbacks that opened requests of their own. */
export type OpenedTransaction = {
  /** The transaction of the gateway chain in which the callbacks ran. */
  readonly txHash: Hex
  /** The payloads whose callbacks ran in it. */
  readonly payloadIds: readonly string[]
  /** The requests that the callbacks opened. */
  readonly requests: readonly GatewayRequest[]
}

/** Requests at the same time: enough to be fast without burdening an API. */
const atOnce = 8

/**
 * Finds what the callbacks of these requests opened: a request can be COMPLETED while its work goes on in one that its callback made.
 * Looks one step far; `waitForTransaction({ descendants: true })` goes on from there.
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
  const answers = await pLimit(atOnce).map([...callbacksOf(requests)], async ([txHash, payloadIds]) => {
    const found = await client.getTransaction({ txHash, signal })
    return { txHash, payloadIds, requests: openedBy(found, payloadIds) }
  })
  return answers.filter((opened) => opened.requests.length > 0)
}

/** The transactions in which callbacks ran, each with the payloads whose they were. */
export function callbacksOf(requests: readonly GatewayRequest[]): ReadonlyMap<Hex, string[]> {
  const callbacks = new Map<Hex, string[]>()
  for (const { payloadId, callBackDetails } of requests.flatMap(({ payloads }) => payloads)) {
    const { callbackTxHash } = callBackDetails
    if (callbackTxHash === null) continue
    const known = callbacks.get(callbackTxHash)
    if (known === undefined) callbacks.set(callbackTxHash, [payloadId])
    else known.push(payloadId)
  }
  return callbacks
}

/** One transaction can run callbacks of several app gateways. What others opened is left out, if the API says who opened it. */
export function openedBy(requests: readonly GatewayRequest[], payloadIds: readonly string[]): GatewayRequest[] {
  const ids = new Set(payloadIds.map((id) => id.toLowerCase()))
  return requests.filter(({ openedBy: by }) => by === undefined || (by !== null && ids.has(by.toLowerCase())))
}
