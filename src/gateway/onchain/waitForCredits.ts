import type { Client } from "viem"

import { poll, type PollOptions } from "../../http/polling/poll.js"
import { checkUint256 } from "../../primitives/checks.js"
import { isPlugsError } from "../../primitives/PlugsError.js"
import { DeadlinePassedError } from "../../tracking/DeadlinePassedError.js"
import { getAvailableCredits, type GetAvailableCreditsParameters } from "./getAvailableCredits.js"

/** How many credits to wait for, and for how long. */
export type WaitForCreditsParameters = GetAvailableCreditsParameters &
  Pick<PollOptions, "minInterval" | "maxInterval" | "signal" | "clock" | "onTrouble"> & {
    /** In their smallest unit. After a deposit: what was available before, and `creditAmount`. */
    atLeast: bigint
    /** Milliseconds. Default: {@link defaultCreditsTimeout}. */
    timeout?: number | undefined
  }

/** How long a wait for credits lasts when it is given no `timeout`: 10 minutes, for the deposit must be final on its chain first. */
export const defaultCreditsTimeout: number = 10 * 60_000

/**
 * Waits until an account can spend at least so many credits, as after a deposit on another chain, which the gateway counts later.
 *
 * @param client a viem client of the gateway chain
 * @returns what is available then, in the smallest unit
 * @throws {DeadlinePassedError} still less at the deadline, or the node was away at the end
 * @throws {AbortedError} the signal was aborted
 * @throws {WrongContractError} there is no fees manager at that address
 * @example
 * const before = await getAvailableCredits(gateway, { feesManager, account })
 * const { creditAmount } = await depositCredits(publicClient, walletClient, { feesPlug, token, receiver: account, amount })
 * await waitForCredits(gateway, { feesManager, account, atLeast: before + creditAmount })
 */
export async function waitForCredits(client: Client, parameters: WaitForCreditsParameters): Promise<bigint> {
  const { feesManager, account, timeout = defaultCreditsTimeout, onTrouble: tell } = parameters
  const atLeast = checkUint256(parameters.atLeast, "atLeast")
  let available: bigint | undefined
  let trouble: unknown
  const look = async (): Promise<{ value: bigint; changed: boolean }> => {
    const value = await getAvailableCredits(client, { feesManager, account })
    const changed = value !== available
    available = value
    return { value, changed }
  }
  const onTrouble = (error: unknown): void => {
    trouble = error
    tell?.(error)
  }
  const endures = (error: unknown): boolean => isPlugsError(error) && error.code === "NODE_FAILED"
  for await (const value of poll(look, { ...parameters, timeout, onTrouble, endures })) {
    if (value >= atLeast) return value
  }
  throw new DeadlinePassedError({
    api: "The node of the gateway chain",
    missing: "The credits have not come in",
    waited: timeout,
    lastState: available === undefined ? undefined : `${available} available`,
    history: [],
    subject: { account, "fees manager": feesManager },
    facts: { "waited for": `${atLeast} available` },
    next: "See that the deposit was mined, and that nothing spends the credits meanwhile; then wait again.",
    trouble,
  })
}
