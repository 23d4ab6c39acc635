import type { Abi, Hex } from "viem"

import type { GatewayClient, Payload, PayloadDetails, Timeout, Trigger } from "#src/gateway/index.js"
import { revertOfTimeout, revertOfTrigger, revertsOf } from "#src/gateway/reverts.js"
import { isPayloadDone } from "#src/gateway/states.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Something of an app gateway that can revert, and how it stands by the API. */
export type Retryable = {
  readonly kind: "payload" | "timeout" | "trigger"
  readonly id: Hex
  readonly status: string
  readonly isDone: boolean
  readonly isGivenUp: boolean
  /** Why it reverts now; `null` if it does not. */
  readonly revert: string | null
}

export type FindRetryableParameters = {
  /** The id of a payload or timeout, or the hash of the transaction that made payloads, timeouts or triggers. */
  readonly id: Hex
  readonly abis: readonly Abi[]
  readonly signal?: AbortSignal | undefined
}

/** Finds all that an id or a hash means to the gateway API. It is empty for the id of a trigger, which the API cannot be asked for. */
export async function findRetryable(
  api: Pick<GatewayClient, "getPayload" | "getTransaction" | "getTimeouts" | "getTriggers">,
  { id, abis, signal }: FindRetryableParameters,
): Promise<Retryable[]> {
  const [payload, requests, timeouts, scheduled, triggers] = await Promise.all([
    unlessRefused(api.getPayload({ payloadId: id, signal })),
    unlessRefused(api.getTransaction({ txHash: id, signal })),
    unlessRefused(api.getTimeouts({ timeoutId: id, signal })),
    unlessRefused(api.getTimeouts({ txHash: id, signal })),
    unlessRefused(api.getTriggers({ txHash: id, signal })),
  ])
  const payloads = [...(payload === undefined ? [] : [payload]), ...(requests ?? []).flatMap((each) => each.payloads)]
  const found = [
    ...payloads.map((each) => ofPayload(each, abis)),
    ...[...(timeouts ?? []), ...(scheduled ?? [])].map((each) => ofTimeout(each, abis)),
    ...(triggers ?? []).map((each) => ofTrigger(each, abis)),
  ]
  // A schedule is a payload, and the API lists it as a timeout, too.
  return found.filter((each, index) => found.findIndex((other) => other.id === each.id) === index)
}

/** The API refuses an id that it does not know. */
async function unlessRefused<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (isPlugsError(error) && (error.code === "REQUEST_REFUSED" || error.code === "NOT_FOUND")) return undefined
    throw error
  }
}

function ofPayload(payload: Payload | PayloadDetails, abis: readonly Abi[]): Retryable {
  const { payloadId, status, isGivenUp } = payload
  return {
    kind: "payload",
    id: payloadId as Hex,
    status,
    isDone: isPayloadDone(status),
    isGivenUp: isGivenUp === true,
    revert: revertsOf(payload, abis)[0]?.reason ?? null,
  }
}

function ofTimeout(timeout: Timeout, abis: readonly Abi[]): Retryable {
  const { timeoutId, status, isResolved, isGivenUp } = timeout
  const revert = revertOfTimeout(timeout, abis)?.reason ?? null
  return { kind: "timeout", id: timeoutId as Hex, status, isDone: isResolved, isGivenUp: isGivenUp === true, revert }
}

function ofTrigger(trigger: Trigger, abis: readonly Abi[]): Retryable {
  const { callId, status, isGivenUp } = trigger
  const revert = revertOfTrigger(trigger, abis)?.reason ?? null
  return {
    ...{ kind: "trigger", id: callId as Hex, status, revert },
    isDone: status === "Executed",
    isGivenUp: isGivenUp === true,
  }
}
