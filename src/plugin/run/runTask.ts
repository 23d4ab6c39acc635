import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { HardhatPluginError } from "hardhat/plugins"
import { errorResult, successfulResult } from "hardhat/utils/result"

import { isPlugsError, type PlugsError } from "../../primitives/PlugsError.js"
import { outcomeOf } from "../../terminal/core/outcomes.js"
import { openTerminal, type Terminal } from "../../terminal/core/terminal.js"
import { isLoopback } from "../../primitives/isLoopback.js"
import { leaveWithReader } from "./leaveWithReader.js"

/** What a task's end means to the shell. */
export const exitCodes = {
  success: 0,
  error: 1,
  /** What was followed failed for good, on-chain or in the API. */
  failure: 2,
  deadline: 3,
  /** As a shell reports a process that Ctrl-C ended. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/**
 * Makes a task's action of a function that gives its exit code. An error of ours is told without a stack; anything else
 * is a bug, and goes on as it is.
 *
 * @example
 * const fees: NewTaskActionFunction<FeesArguments> = runTask(async (args, hre, { out }) => {
 *   out.line("…")
 *   return exitCodes.success
 * })
 */
export function runTask<Arguments extends Record<string, unknown>>(
  run: (args: Arguments, hre: HardhatRuntimeEnvironment, terminal: Terminal) => Promise<ExitCode>,
): NewTaskActionFunction<Arguments> {
  return async (args, hre) => {
    const terminal = openTerminal()
    leaveWithReader()
    try {
      return result(await run(args, hre, terminal))
    } catch (error) {
      if (!isPlugsError(error)) throw error
      const outcome = outcomeOf(error)
      if (outcome === "error") throw pluginError(error)
      terminal.err.line(terminal.err.paint.red(outcome === "interrupted" ? "Interrupted." : error.message))
      return result(exitCodes[outcome])
    }
  }
}

function result(code: ExitCode): unknown {
  if (code === exitCodes.success) return successfulResult()
  if (code === exitCodes.error) return errorResult()
  // Hardhat makes 1 of every failed result, so these codes go past it.
  process.exitCode = code
  return code
}

function pluginError(error: PlugsError): HardhatPluginError {
  const isDevnetAway = error.code === "UNREACHABLE" && isLoopback(error.facts["origin"] ?? "")
  const message = isDevnetAway ? `${error.message}\nTo start a devnet: npx hardhat devnet` : error.message
  return new HardhatPluginError("hardhat-plugs", message, error)
}
