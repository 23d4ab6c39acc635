import type { Hex } from "viem"

import type { GatewayClient } from "../createGatewayClient.js"
import { createFamilyReader } from "../following/openedRequests.js"
import type { GatewayRequest, PayloadDetails, Timeout, Trigger } from "../types.js"

/** The functions of the gateway API that explanations ask. */
export type ReadableApi = Pick<GatewayClient, "getTransaction" | "getPayload" | "getTimeouts" | "getTriggers">

/** What the gateway API says about 32 bytes that can be several things. */
export type ReportedById = {
  readonly requests: readonly GatewayRequest[]
  readonly payload: PayloadDetails | undefined
  readonly timeouts: readonly Timeout[]
  readonly triggers: readonly Trigger[]
  /** Why it gave no answer at all; `null` if it gave one. */
  readonly problem: string | null
}

/** Asks for everything that an id can be. It never throws: that the API fails is an answer, too. */
export async function askForId(api: ReadableApi, id: Hex, signal: AbortSignal | undefined): Promise<ReportedById> {
  let problem: string | null = null
  const or = <T>(fallback: T, asked: Promise<T>): Promise<T> =>
    asked.catch((error: unknown) => {
      problem = (error as Error).message
      return fallback
    })
  const [requests, payload, timeouts, triggers] = await Promise.all([
    or([], api.getTransaction({ txHash: id, signal })),
    // An id that the API does not know is an error there.
    api.getPayload({ payloadId: id, signal }).catch(() => undefined),
    or([], api.getTimeouts({ timeoutId: id, signal })),
    or([], api.getTriggers({ txHash: id, signal })),
  ])
  const isAnswered = requests.length + timeouts.length + triggers.length > 0 || payload !== undefined
  return { requests, payload, timeouts, triggers, problem: isAnswered ? null : problem }
}

/** Asks for the requests and timeouts of a transaction, and for what their callbacks opened. It never throws. */
export async function askForTransaction(
  api: ReadableApi,
  txHash: Hex,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ requests: readonly GatewayRequest[]; timeouts: readonly Timeout[]; problem: string | null }> {
  let problem: string | null = null
  const failed = (error: unknown): [] => {
    problem = (error as Error).message
    return []
  }
  const [requests, timeouts] = await Promise.all([
    createFamilyReader(api, txHash)(signal).then((family) => family.requests, failed),
    api.getTimeouts({ txHash, signal }).catch(failed),
  ])
  return { requests, timeouts, problem }
}
