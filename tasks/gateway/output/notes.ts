import type { Hex } from "viem"

import type { revertsOf as RevertsOf } from "#src/gateway/reverts.js"
import type { ForeignValue, GatewayRequest } from "#src/gateway/types.js"
import { NothingFoundError, ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { explainGatewayCommand } from "#src/primitives/commands/explainCommands.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"
import { paint } from "#src/terminal/paint.js"
import type { Fact } from "#src/terminal/report.js"

/** Says of each value that could not be read where it was, what it was, and what was expected, as facts of a report. */
export function foreignNotes(foreign: readonly ForeignValue[] = []): readonly Fact[] {
  return foreign.map(({ path, received, expected }) => {
    const shown = typeof received === "string" ? received : JSON.stringify(received)
    return ["not readable", paint.magenta(`${excerpt(path)} is ${excerpt(shown)}, not ${excerpt(expected)}`)]
  })
}

/** What a report adds to the reason of a revert that is tried no more. */
export const triesOver = "tries are over"

/** The reason of a revert, and whether its tries are over. */
export function revertText({
  reason,
  isGivenUp,
}: {
  readonly reason: string
  readonly isGivenUp?: boolean | null | undefined
}): string {
  return isGivenUp === true ? `${reason}; ${triesOver}` : reason
}

/**
 * Makes the error of something that reverts and is tried no more.
 *
 * @param what begins a sentence, such as `The payload`
 * @param id of it, by which it is explained
 */
export function triesOverError(
  what: string,
  { id, facts }: { readonly id: string; readonly facts: Readonly<Record<string, string>> },
): ShownFailureError {
  return new ShownFailureError({
    message: `${what} reverts and is tried no more.`,
    facts,
    next: `Fix what reverts, or raise its fees, and send the transaction again. To find out why: ${explainGatewayCommand(id)}`,
  })
}

/** The error with which a task ends that shows a transaction. Unknown is an error, because the hash may be wrong. A revert is not a failure by itself, unless its tries are over. */
export function transactionError(
  txHash: Hex,
  requests: readonly GatewayRequest[],
  { failOnRevert, revertsOf }: { failOnRevert: boolean; revertsOf: typeof RevertsOf },
): PlugsError | undefined {
  const facts = { transaction: txHash }
  if (requests.length === 0) {
    return new NothingFoundError({
      message: "The gateway knows nothing of this transaction yet.",
      facts,
      next: "Check the hash: it is that of a transaction on the gateway chain. It may be too new: wait for it with --wait.",
    })
  }
  const isOver = requests.some(({ payloads }) => payloads.some(({ isGivenUp }) => isGivenUp === true))
  if (isOver) return triesOverError("A payload", { id: txHash, facts })
  const isReverting = requests.some(
    ({ status, payloads }) => status === "REVERTING" || payloads.some((payload) => revertsOf(payload).length > 0),
  )
  if (!failOnRevert || !isReverting) return undefined
  const next = `The gateway goes on retrying. To find out why: ${explainGatewayCommand(txHash)}`
  return new ShownFailureError({ message: "A payload reverts.", facts, next })
}
