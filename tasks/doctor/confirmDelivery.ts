import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { askYes } from "../../src/terminal/core/askYes.js"
import type { TaskIo } from "../../src/plugin/run/TaskIo.js"
import { findDeliveryProblems, type PlannedMessages } from "./findDeliveryProblems.js"

/** A call that sends messages, and whether somebody can be asked about it. */
export type ConfirmDeliveryParameters = Pick<PlannedMessages, "source" | "plug" | "args"> & {
  /** Whether `--yes` was given. */
  readonly yes: boolean
  /** Whether a program reads the output. */
  readonly json: boolean
}

/**
 * Warns on standard error, before anything is sent, of what would keep the messages from arriving. A person at a terminal is asked whether
 * to send all the same. Elsewhere, and with `--yes` or `--json`, it goes on: a message that is sent arrives once the other side is mended,
 * and a script that sends first and connects afterwards is right to.
 *
 * @returns whether to send
 * @throws {AbortedError} the signal was aborted
 */
export async function confirmDelivery(
  hre: HardhatRuntimeEnvironment,
  { yes, json, ...messages }: ConfirmDeliveryParameters,
  { terminal, input, signal, clock }: Pick<TaskIo, "terminal" | "input" | "signal" | "clock">,
): Promise<boolean> {
  const problems = await findDeliveryProblems(hre, { ...messages, signal, clock })
  if (problems.length === 0) return true
  const { err } = terminal
  for (const { subject, says, mend } of problems) {
    err.line(err.paint.magenta(`warning: the message to ${subject} will not arrive as things are. ${says}`))
    if (mend !== null) err.line(mend)
  }
  if (yes || json || input.isTTY !== true) return true
  return await askYes("Send it all the same?", { terminal, input, signal })
}
