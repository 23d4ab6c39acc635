import type { Abi, Client, Hex } from "viem"

import type { GatewayClient, Payload, PayloadDetails, Timeout, Trigger } from "#src/gateway/index.js"
import { revertOfTimeout, revertOfTrigger, revertsOf } from "#src/gateway/reverts.js"
import { isPayloadDone } from "#src/gateway/states.js"
import { poll, type PollOptions } from "#src/http/polling/poll.js"
import { retryOnDevnet } from "#src/onchain/submission/retryOnDevnet.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import type { RetryOutcome } from "#src/primitives/reverts/RetryOutcome.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"

/** Something that was to be tried again, what became of the request, and how it stands since. */
export type Retried = Omit<Retryable, "kind" | "status" | "isDone"> & {
  readonly kind: Retryable["kind"] | "unknown"
  readonly outcome: RetryOutcome
  /** `null` if the API cannot be asked for it. */
  readonly status: string | null
  readonly isDone: boolean | null
}

type RetryGivenUpParameters = FindRetryableParameters &
  Pick<PollOptions, "timeout" | "minInterval" | "maxInterval" | "clock" | "onTrouble">

/**
 * Tries again all that was given up of a transaction, or one payload, timeout or trigger, and waits until each is done or reverts again.
 *
 * @throws {RetryUnavailableError} something reverts, and the node is not a devnet's
 * @throws {InvalidInputError} neither the API nor the devnet knows the id
 * @throws {DeadlinePassedError} something was neither done nor reverted again in time
 */
export async function retryGivenUp(
  { api, client }: { readonly api: GatewayClient; readonly client: Client },
  parameters: RetryGivenUpParameters,
): Promise<Retried[]> {
  const { id, timeout } = parameters
  const found = await findRetryable(api, parameters)
  if (found.length === 0) {
    const outcome = await retryOnDevnet(client, { id })
    return [{ kind: "unknown", id, outcome, status: null, isDone: null, isGivenUp: false, revert: null }]
  }
  const outcomes = new Map<Hex, RetryOutcome>()
  for (const each of found) {
    // What reverts is asked for although the API does not call it given up: APIs other than the devnet's never say so.
    const isOver = each.isDone || (each.revert === null && !each.isGivenUp)
    const outcome = isOver ? (each.isDone ? "done" : "not given up") : await retryOnDevnet(client, { id: each.id })
    outcomes.set(each.id, outcome)
  }
  const isOpen = ({ id: each, isDone, revert }: Retryable): boolean =>
    outcomes.get(each) === "retried" && !isDone && revert === null
  let lastError: unknown
  let latest: readonly Retryable[] = found
  const read = async (signal: AbortSignal): Promise<{ value: Retryable[] }> => ({
    value: await findRetryable(api, { ...parameters, signal }),
  })
  const onTrouble = (error: unknown): void => {
    lastError = error
    parameters.onTrouble?.(error)
  }
  if ([...outcomes.values()].includes("retried")) {
    latest = []
    for await (latest of poll(read, { ...parameters, onTrouble })) if (!latest.some(isOpen)) break
  }
  const open = latest.find(isOpen)
  if (latest.length > 0 && open === undefined) {
    return latest.map((each) => ({ ...each, outcome: outcomes.get(each.id) ?? "not given up" }))
  }
  throw new DeadlinePassedError({
    source: "The gateway API",
    missing: "What is tried again was neither done nor reverted again",
    waited: timeout,
    lastState: open?.status,
    history: [],
    subject: { id: open?.id ?? id },
    facts: {},
    next: "Look at it with npx hardhat gateway tx or gateway payload. On a devnet, check that its relay runs.",
    lastError,
  })
}

/** Something of an app gateway that can revert, and how it stands by the API. */
type Retryable = {
  readonly kind: "payload" | "timeout" | "trigger"
  readonly id: Hex
  readonly status: string
  readonly isDone: boolean
  readonly isGivenUp: boolean
  /** Why it reverts now; `null` if it does not. */
  readonly revert: string | null
}

type FindRetryableParameters = {
  /** The id of a payload or timeout, or the hash of the transaction that made payloads, timeouts or triggers. */
  readonly id: Hex
  readonly abis: readonly Abi[]
  readonly signal?: AbortSignal | undefined
}

/** Finds all that an id or a hash means to the gateway API. It is empty for the id of a trigger, which the API cannot be asked for. */
async function findRetryable(
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
