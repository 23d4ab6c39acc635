import type { Client, Hex } from "viem"

import { findRetryable, type FindRetryableParameters, type Retryable } from "./findRetryable.js"
import type { GatewayClient } from "#src/gateway/index.js"
import { poll, type PollOptions } from "#src/http/polling/poll.js"
import { retryOnDevnet } from "#src/onchain/submission/retryOnDevnet.js"
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
