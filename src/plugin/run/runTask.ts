import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { HardhatPluginError } from "hardhat/plugins"
import { errorResult, successfulResult } from "hardhat/utils/result"

import { isLoopback } from "../../primitives/urls/isLoopback.js"
import { isPlugsError, type PlugsError } from "../../primitives/PlugsError.js"
import { outcomeOf } from "../../terminal/core/outcomes.js"
import { escapeError } from "./escapeError.js"
import { openProcess } from "./openProcess.js"
import type { TaskIo } from "./TaskIo.js"

/** The exit codes of tasks. */
export const exitCodes = {
  success: 0,
  error: 1,
  /** What the task followed has failed for good, on-chain or in the API. */
  failure: 2,
  deadline: 3,
  /** The code by which a shell reports a process that Ctrl-C ended. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What a task does. It touches nothing of the process but what `io` has. */
export type TaskAction<Arguments> = (args: Arguments, hre: HardhatRuntimeEnvironment, io: TaskIo) => Promise<ExitCode>

/** A task's action as Hardhat calls it: without `io`, which only a test gives. */
export type BoundTask<Arguments> = (args: Arguments, hre: HardhatRuntimeEnvironment, io?: TaskIo) => Promise<unknown>

/**
 * Binds a task's action to the process, and turns its result or error into an exit code. An error of this package is printed without
 * its stack; any other error is a bug and is rethrown as it is.
 *
 * @example
 * const fees: BoundTask<FeesArguments> = runTask(async (args, hre, { terminal }) => {
 *   terminal.out.line("…")
 *   return exitCodes.success
 * })
 */
export function runTask<Arguments>(action: TaskAction<Arguments>): BoundTask<Arguments> {
  return async (args, hre, io) => {
    if (io !== undefined) return await run(action, args, hre, io)
    using ofProcess = openProcess()
    return await run(action, args, hre, ofProcess)
  }
}

async function run<Arguments>(
  action: TaskAction<Arguments>,
  args: Arguments,
  hre: HardhatRuntimeEnvironment,
  io: TaskIo,
): Promise<unknown> {
  try {
    return toResult(await action(args, hre, io), io)
  } catch (error) {
    if (isPlugsError(error) && outcomeOf(error) !== "interrupted") {
      const { restateForTask } = await import("./words/restateForTask.js")
      await restateForTask(error, hre)
    }
    if (!isPlugsError(error)) {
      escapeError(error)
      throw error
    }
    const outcome = outcomeOf(error)
    if (outcome === "error") throw toPluginError(error)
    const { err } = io.terminal
    if (error.code === "SWAP_DECLINED") err.line(error.message)
    else err.line(err.paint.red(outcome === "interrupted" ? "Interrupted." : error.message))
    return toResult(exitCodes[outcome], io)
  }
}

function toResult(code: ExitCode, { setExitCode }: TaskIo): unknown {
  if (code === exitCodes.success) return successfulResult()
  if (code === exitCodes.error) return errorResult()
  // Hardhat turns every failed result into exit code 1, so the other codes bypass it.
  setExitCode(code)
  return code
}

function toPluginError(error: PlugsError): HardhatPluginError {
  const isDevnetAway = error.code === "UNREACHABLE" && isLoopback(error.facts["origin"] ?? "")
  const message = isDevnetAway ? `${error.message}\nTo start a devnet: npx hardhat devnet` : error.message
  return new HardhatPluginError("hardhat-plugs", message, error)
}
