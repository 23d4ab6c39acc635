import type { Hex } from "viem"

import { isPlugsError, PlugsError } from "#src/primitives/PlugsError.js"
import { paint } from "#src/terminal/paint.js"
import type { Printer } from "#src/terminal/terminal.js"

/** What a task has sent, and the command that continues from there. */
export type SentSoFar = {
  /** What was sent, by name, such as a transaction and its hash. */
  readonly facts: Readonly<Record<string, string | undefined>>
  /** The command, without `npx hardhat`. */
  readonly goOn: string
}

/** Ctrl-C ended a task after it had sent something. */
export class InterruptedError extends PlugsError {
  readonly code = "ABORTED"

  constructor({ facts, goOn }: SentSoFar) {
    super("Interrupted. What was sent goes on by itself.", { facts, next: `To follow it: npx hardhat ${goOn}` })
  }
}

/**
 * Runs work that sends something. If Ctrl-C ends it after that, the error says what was sent and how to continue.
 *
 * @param work calls its parameter when something was sent; the latest call counts
 * @throws {InterruptedError} the work was aborted after something was sent
 * @example
 * await sayWhenInterrupted(async (onSent) => {
 *   await send({ onSubmitted: (hash) => onSent({ facts: { transaction: hash }, goOn: `messaging track ${hash} --from alpha` }) })
 * })
 */
export async function sayWhenInterrupted<T>(work: (onSent: (sent: SentSoFar) => void) => Promise<T>): Promise<T> {
  let sent: SentSoFar | undefined
  try {
    return await work((latest) => {
      sent = latest
    })
  } catch (error) {
    if (sent !== undefined && isPlugsError(error) && error.code === "ABORTED") throw new InterruptedError(sent)
    throw error
  }
}

/**
 * Runs work that sends transactions as {@link sayWhenInterrupted} does, and says each of them on standard error.
 *
 * @param sent what an error says besides the transaction
 * @param work calls its parameter with the hash of each transaction
 * @example
 * const { hash } = await sayWhenSubmitted(err, { facts: { chain: "alpha" }, goOn: "messaging connect …" }, (onSubmitted) =>
 *   connectPlug(publicClient, walletClient, { ...connection, onSubmitted }),
 * )
 */
export async function sayWhenSubmitted<T>(
  err: Printer,
  { facts, goOn }: SentSoFar,
  work: (onSubmitted: (hash: Hex, replaced?: Hex) => void) => Promise<T>,
): Promise<T> {
  return await sayWhenInterrupted((onSent) =>
    work((hash, replaced) => {
      saySubmitted(err, hash, replaced)
      onSent({ facts: { transaction: hash, ...facts }, goOn })
    }),
  )
}

/** Says that a transaction was submitted, or that it has taken the place of another one and does the same. */
export function saySubmitted(err: Printer, hash: Hex, replaced?: Hex): void {
  if (replaced === undefined) err.line(paint.dim(`submitted ${hash}`))
  else err.line(paint.magenta(`replaced by ${hash}, which has the same nonce and does the same`))
}
