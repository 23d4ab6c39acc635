import type { Hex } from "viem"

import type { GatewayClient } from "../createGatewayClient.js"
import { createFamilyReader } from "../following/openedRequests.js"
import { hasReached, isPayloadResolved } from "../states.js"
import type { GatewayRequest, Payload, PayloadDetails, Timeout, Trigger } from "../types.js"
import type { PayloadFacts, RequestFacts, TimeoutFacts } from "./types.js"
import type { Guard } from "#src/explaining/guard.js"

/** The functions of the gateway API that explanations ask. */
export type ReadableApi = Pick<GatewayClient, "getTransaction" | "getPayload" | "getTimeouts" | "getTriggers">

export type Reported = {
  readonly requests: readonly GatewayRequest[]
  readonly timeouts: readonly Timeout[]
  /** Why there was no answer at all; `null` if there was one. */
  readonly problem: string | null
}

/** Everything that the gateway API knows about 32 bytes that can be several things. */
export type ReportedById = Reported & {
  readonly payload: PayloadDetails | undefined
  readonly triggers: readonly Trigger[]
}

/** Asks the gateway API. It never throws: that the API fails is an answer, too. */
export type ApiReader = {
  readonly isConfigured: boolean
  askForId(id: Hex): Promise<ReportedById>
  /** The requests and timeouts of a transaction, and those that their callbacks opened. */
  askForTransaction(txHash: Hex): Promise<Reported>
  askForTriggers(txHash: Hex): Promise<readonly Trigger[]>
}

const nothing: ReportedById = { requests: [], payload: undefined, timeouts: [], triggers: [], problem: null }

/** Creates a reader of the gateway API; without an API every answer is empty. */
export function createApiReader(api: ReadableApi | undefined, guard: Pick<Guard, "ask">): ApiReader {
  if (api === undefined) {
    const empty = (): Promise<ReportedById> => Promise.resolve(nothing)
    return { isConfigured: false, askForId: empty, askForTransaction: empty, askForTriggers: () => Promise.resolve([]) }
  }
  const ask = async <T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const answer = await guard.ask(request)
    if (answer.kind === "no answer") throw new Error(answer.says)
    return answer.value
  }
  const guarded: Pick<ReadableApi, "getTransaction"> = {
    getTransaction: (parameters) => ask((signal) => api.getTransaction({ ...parameters, signal })),
  }
  /** Answers nothing where the API fails, and notes why. */
  const orNone = <T>(answer: Promise<readonly T[]>, problems: string[]): Promise<readonly T[]> =>
    answer.catch((error: unknown) => {
      problems.push((error as Error).message)
      return []
    })
  return {
    isConfigured: true,
    async askForId(id) {
      const problems: string[] = []
      const [requests, payload, timeouts, triggers] = await Promise.all([
        orNone(guarded.getTransaction({ txHash: id }), problems),
        // An id that the API does not know is an error there.
        ask((signal) => api.getPayload({ payloadId: id, signal })).catch(() => undefined),
        orNone(
          ask((signal) => api.getTimeouts({ timeoutId: id, signal })),
          problems,
        ),
        orNone(
          ask((signal) => api.getTriggers({ txHash: id, signal })),
          problems,
        ),
      ])
      const isAnswered = requests.length + timeouts.length + triggers.length > 0 || payload !== undefined
      return { requests, payload, timeouts, triggers, problem: isAnswered ? null : (problems.at(-1) ?? null) }
    },
    async askForTransaction(txHash) {
      const problems: string[] = []
      const family = createFamilyReader(guarded, txHash)(new AbortController().signal)
      const [requests, timeouts] = await Promise.all([
        orNone(
          family.then((read) => read.requests),
          problems,
        ),
        orNone(
          ask((signal) => api.getTimeouts({ txHash, signal })),
          problems,
        ),
      ])
      return { requests, timeouts, problem: problems.at(-1) ?? null }
    },
    askForTriggers: (txHash) => ask((signal) => api.getTriggers({ txHash, signal })).catch(() => []),
  }
}

/** Adds the API's data to the requests of the logs, and the requests that only the API knows. */
export function addReported(
  logged: readonly RequestFacts[],
  reported: readonly GatewayRequest[],
  txHash: Hex,
): RequestFacts[] {
  const known = logged.map((facts): RequestFacts => {
    const request = reported.find(({ requestCount }) => requestCount === facts.requestCount)
    return { ...facts, reported: request, payloads: addPayloads(facts.payloads, request) }
  })
  const isKnown = (request: GatewayRequest): boolean =>
    known.some(({ requestCount }) => requestCount === request.requestCount)
  const unlogged = reported.filter((request) => !isKnown(request)).map((request) => fromReported(request, txHash))
  return [...known, ...unlogged]
}

function addPayloads(payloads: readonly PayloadFacts[], request: GatewayRequest | undefined): PayloadFacts[] {
  return payloads.map((facts) => {
    const reported = request?.payloads.find(({ payloadId }) => payloadId.toLowerCase() === facts.payloadId)
    if (reported === undefined) return facts
    return { ...facts, reported, executed: facts.executed ?? readResult(reported) }
  })
}

/** A read makes no transaction, so only the API knows what it returned. */
function readResult({ kind, executeDetails }: Payload): PayloadFacts["executed"] {
  if (kind !== "read" || !executeDetails.isExecuted) return null
  return { mined: null, returnData: executeDetails.returnData, gasUsed: null }
}

/** A request with one payload, which is all that the API returns for the id of a payload. */
export function requestOfPayload(details: PayloadDetails): GatewayRequest {
  const { payloadId, status, chainSlug, target, payload, callType, batchCount, simulationDetails, isGivenUp } = details
  const { finalizeTxHash, finalizeStatus, executeTxHash, returnData, callbackTxHash, callbackStatus } = details
  return {
    status: isPayloadResolved(status) ? "COMPLETED" : "IN_PROGRESS",
    requestCount: details.requestCount,
    feesInfo: null,
    payloads: [
      {
        kind: callType === "READ" ? "read" : "write",
        ...{ payloadId, status, chainSlug, target, payload, batchCount, simulationDetails, isGivenUp },
        callType: callType ?? "WRITE",
        finalizeDetails: { finalizeTxHash, finalizeStatus },
        executeDetails: {
          isExecuted: details.isExecuted === true,
          executionStatus: status,
          executeTxHash,
          returnData,
        },
        callBackDetails: { callbackTxHash, callbackStatus },
        appGatewayDetails: null,
      },
    ],
  }
}

/** A request whose logs cannot be read. */
function fromReported(request: GatewayRequest, txHash: Hex): RequestFacts {
  return {
    requestCount: request.requestCount,
    txHash: request.txHash ?? txHash,
    submitted: null,
    appGateway: null,
    maxFees: null,
    cancelled: null,
    settled: null,
    payloads: request.payloads.map((payload, index) => payloadFromReported(payload, request.requestCount, index)),
    openedBy: request.txHash === undefined || request.txHash === txHash ? null : ((request.openedBy ?? txHash) as Hex),
    reported: request,
  }
}

function payloadFromReported(payload: Payload, requestCount: number | null, index: number): PayloadFacts {
  const { status, executeDetails, callBackDetails } = payload
  const callbackTx = callBackDetails.callbackTxHash
  return {
    payloadId: payload.payloadId as Hex,
    requestCount,
    batchCount: payload.batchCount ?? index,
    appGateway: null,
    callType: (payload.callType as PayloadFacts["callType"] | undefined) ?? "WRITE",
    chainSlug: payload.chainSlug,
    target: payload.target,
    callData: payload.payload ?? "0x",
    options: null,
    queued: null,
    callback: null,
    dueAt: null,
    finalized: null,
    executed: hasReached(status, "EXECUTED")
      ? { mined: null, returnData: executeDetails.returnData, gasUsed: null }
      : null,
    resolved: isPayloadResolved(status) ? { transactionHash: callbackTx ?? "0x" } : null,
    marked: null,
    reported: payload,
  }
}

/** The same for timeouts. A schedule is a payload of its request, and no timeout here. */
export function addReportedTimeouts(
  logged: readonly TimeoutFacts[],
  reported: readonly Timeout[],
  payloadIds: ReadonlySet<string>,
): TimeoutFacts[] {
  const isSame = (facts: TimeoutFacts, { timeoutId }: Timeout): boolean =>
    facts.timeoutId.toLowerCase() === timeoutId.toLowerCase()
  const known = logged.map((facts) => ({ ...facts, reported: reported.find((timeout) => isSame(facts, timeout)) }))
  const unlogged = reported.filter(
    (timeout) => !known.some((facts) => isSame(facts, timeout)) && !payloadIds.has(timeout.timeoutId.toLowerCase()),
  )
  return [...known, ...unlogged.map(timeoutFromReported)]
}

function timeoutFromReported(timeout: Timeout): TimeoutFacts {
  return {
    timeoutId: timeout.timeoutId as Hex,
    scheduled: null,
    originTxHash: timeout.originTxHash,
    target: timeout.target,
    payload: timeout.payload,
    dueAt: BigInt(timeout.executeAt),
    resolved: timeout.isResolved ? { transactionHash: timeout.resolveTxHash } : null,
    reported: timeout,
  }
}
