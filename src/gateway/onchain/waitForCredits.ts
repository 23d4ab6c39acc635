import type { Client } from "viem"

import { poll, type PollOptions } from "../../http/polling/poll.js"
import { checkUint256 } from "../../primitives/checks.js"
import { isPlugsError } from "../../primitives/PlugsError.js"
import { DeadlinePassedError } from "../../tracking/DeadlinePassedError.js"
import { getAvailableCredits, type GetAvailableCreditsParameters } from "./getAvailableCredits.js"

/** How many credits to wait for, and for how long. */
export type WaitForCreditsParameters = GetAvailableCreditsParameters &
  Pick<PollOptions, "minInterval" | "maxInterval" | "signal" | "clock" | "onTrouble"> & {
    /** In the smallest unit. After a deposit: the credits that were available before it plus its `creditAmount`. */
    atLeast: bigint
    /** Milliseconds. Default: {@link defaultCreditsTimeout}. */
    timeout?: number | undefined
  }

/**
 * How long a wait for credits without `timeout` lasts, in milliseconds: 10 minutes, because the deposit must become final on its
 * chain first.
 */
export const defaultCreditsTimeout: number = 10 * 60_000

/**
 * Waits until an account can spend at least a number of credits. The gateway counts a deposit on another chain with a delay.
 *
 * @param client a viem client of the gateway chain
 * @returns the credits that are available then, in the smallest unit
 * @throws {DeadlinePassedError} fewer credits at the deadline, or the node was not answering at the end
 * @throws {AbortedError} the signal was aborted
 * @throws {WrongContractError} there is no fees manager at the address
 * @example
 * const before = await getAvailableCredits(gateway, { feesManager, account })
 * const { creditAmount } = await depositCredits(publicClient, walletClient, { feesPlug, token, receiver: account, amount })
 * await waitForCredits(gateway, { feesManager, account, atLeast: before + creditAmount })
 */
export async function waitForCredits(client: Client, parameters: WaitForCreditsParameters): Promise<bigint> {
  const { feesManager, account, timeout = defaultCreditsTimeout } = parameters
  const atLeast = checkUint256(parameters.atLeast, "atLeast")
  let available: bigint | undefined
  let lastError: unknown
  const read = async (): Promise<{ value: bigint; changed: boolean }> => {
    const value = await getAvailableCredits(client, { feesManager, account })
    const changed = value !== available
    available = value
    return { value, changed }
  }
  const onTrouble = (error: unknown): void => {
    lastError = error
    parameters.onTrouble?.(error)
  }
  const isRetryable = (error: unknown): boolean => isPlugsError(error) && error.code === "NODE_FAILED"
  for await (const value of poll(read, { ...parameters, timeout, onTrouble, isRetryable })) {
    if (value >= atLeast) return value
  }
  throw new DeadlinePassedError({
    source: "The node of the gateway chain",
    missing: "The credits have not arrived",
    waited: timeout,
    lastState: available === undefined ? undefined : `${available} available`,
    history: [],
    subject: { account, "fees manager": feesManager },
    facts: { "waited for": `${atLeast} available` },
    next: "Check that the deposit was mined and that nothing spends the credits in the meantime. Do not deposit again: wait again with waitForCredits.",
    lastError,
  })
}
