import type { Abi } from "viem"

import { createTracker, type Change } from "../../tracking/tracker.js"
import type { GatewayRequest, Payload } from "../gatewayRequest.js"
import { type Revert, revertsOf } from "../reverts.js"
import { hasReached, isFinal, type PayloadStatus, payloadStates, transactionStates } from "../states.js"
import type { TransactionStep } from "./transactionStep.js"

/** Turns what the API answers about a transaction, again and again, into steps. */
export type TransactionTracker = {
  observe(requests: readonly GatewayRequest[], at: number): TransactionStep[]
  /** Whether nothing more is awaited. */
  isOver(): boolean
  /** The requests of the latest answer. */
  requests(): readonly GatewayRequest[]
  /** What reverts now, in any of them. */
  reverts(): readonly Revert[]
  /** Whether a request or one of its payloads reverts now, said why or not. */
  isReverting(): boolean
  /** The payloads that have not come as far as is awaited. */
  laggards(): readonly Payload[]
  readonly history: readonly TransactionStep[]
}

type Thing = { readonly id: string; readonly request: GatewayRequest; readonly payload?: Payload }

/**
 * Follows every request of a transaction, and each of their payloads.
 *
 * Without `until`, a request has arrived when it is COMPLETED and no callback is under way.
 */
export function createTransactionTracker({
  until,
  abis = [],
}: {
  until?: PayloadStatus | undefined
  abis?: readonly Abi[] | undefined
}): TransactionTracker {
  const history: TransactionStep[] = []
  let latest: readonly GatewayRequest[] = []

  const revertsIn = (request: GatewayRequest): Revert[] =>
    request.payloads.flatMap((payload) => revertsOf(payload, abis))

  const hasPayloadArrived = ({ status }: Payload): boolean =>
    until === undefined ? status !== "PROMISE_RESOLVING" : hasReached(status, until)

  const isComplete = ({ status }: GatewayRequest): boolean => isFinal(status, transactionStates)

  const journey = createTracker<Thing>({
    idOf: ({ id }) => id,
    marksOf({ request, payload }) {
      if (payload === undefined) return [{ at: request.status, table: transactionStates }]
      const reasons = revertsOf(payload, abis).map(({ stage, reason }) => `${stage}: ${reason}`)
      return [
        { at: payload.status, table: payloadStates },
        { at: reasons.join("\n"), table: {} },
      ]
    },
    hasArrived({ request, payload }) {
      if (payload !== undefined) return hasPayloadArrived(payload)
      return isComplete(request) || (until !== undefined && request.payloads.length > 0)
    },
  })

  function stepOf({
    thing: { request, payload },
    kind,
    state,
    previousState,
    at,
    inState,
  }: Change<Thing>): TransactionStep {
    const seen = { kind, state, ...(previousState === undefined ? {} : { previousState }), at, inState, request }
    if (payload === undefined) return { subject: "request", ...seen, reverts: revertsIn(request) }
    return { subject: "payload", ...seen, reverts: revertsOf(payload, abis), payload }
  }

  return {
    history,
    observe(requests, at) {
      latest = requests
      const steps = journey.observe(requests.flatMap(thingsOf), at).map(stepOf)
      history.push(...steps)
      return steps
    },
    isOver: () => journey.isOver(),
    requests: () => latest,
    reverts: () => latest.flatMap(revertsIn),
    isReverting: () => latest.some((request) => request.status === "REVERTING" || revertsIn(request).length > 0),
    laggards: () =>
      latest.flatMap((request) =>
        request.payloads.filter(
          (payload) => !hasPayloadArrived(payload) || (until === undefined && !isComplete(request)),
        ),
      ),
  }
}

/** The older shape has no number for a request, so there its place in the answer tells it apart. */
function thingsOf(request: GatewayRequest, place: number): Thing[] {
  const id = request.requestCount === null ? `request at ${place}` : `request ${request.requestCount}`
  return [
    { id, request },
    ...request.payloads.map((payload) => ({ id: `payload ${payload.payloadId}`, request, payload })),
  ]
}
