import { inspect } from "node:util"

import { HardhatPluginError } from "hardhat/plugins"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { errorResult, successfulResult } from "hardhat/utils/result"

import { mockedClock } from "../connection/openClients.js"
import type { describeForTask } from "./describeForTask.js"
import { type InterruptOptions, openProcess, type TaskIo } from "./openProcess.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { causesOf, type PlugsError, plugsErrorIn } from "#src/primitives/PlugsError.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"
import { outcomeOf } from "#src/terminal/outcomes.js"
import { paint, toTerminal } from "#src/terminal/paint.js"
import { printDocument, printFailure } from "#src/terminal/printJson.js"
import type { Report } from "#src/terminal/report.js"
import type { Terminal } from "#src/terminal/terminal.js"
import { wrapProse } from "#src/terminal/wrap.js"

export const exitCodes = {
  success: 0,
  error: 1,
  /** A final failure on-chain or in the API. */
  failure: 2,
  deadline: 3,
  /** An API says that it is done, and the chain does not show it. */
  unconfirmed: 4,
  /** The code by which a shell reports a process that Ctrl-C ended. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What a task has found, for a program and for a person. It is printed when the task's action has ended. */
export type Found = {
  /** With the fields of the task's schema. */
  readonly document: object
  /** The same for a person. Absent if it was shown already. */
  readonly report?: () => Report | Promise<Report>
  /** Is said on standard error below the report. */
  readonly notes?: Report
  /** What is wrong with it. The exit code follows from it. */
  readonly error?: PlugsError | undefined
}

/** The action of a task. Of the process it uses only `io`. */
export type TaskAction<Arguments> = (
  args: Arguments,
  hre: HardhatRuntimeEnvironment,
  io: TaskIo,
) => Promise<ExitCode | Found>

/** A task's action as Hardhat calls it: without `io`, which only a test gives. */
export type BoundTask<Arguments> = (args: Arguments, hre: HardhatRuntimeEnvironment, io?: TaskIo) => Promise<unknown>

/**
 * Binds a task's action to the process, and turns its result or error into an exit code. An error of this package is printed without
 * its stack; any other error is a bug and is rethrown as it is. With `--json` either is printed on standard output, too.
 *
 * @example
 * const chains: BoundTask<ChainsArguments> = runTask(async (args, hre) => {
 *   const found = await readChains(hre)
 *   return { document: { chains: found }, report: () => chainsReport(found) }
 * })
 */
export function runTask<Arguments>(
  action: TaskAction<Arguments>,
  interruptOptions: InterruptOptions = {},
): BoundTask<Arguments> {
  return async (args, hre, io) => {
    if (io !== undefined) return await run(action, args, hre, io)
    using ofProcess = openProcess(interruptOptions)
    // A test that mocks an API has its time too.
    const clock = mockedClock(hre.config.plugs) ?? ofProcess.clock
    return await run(action, args, hre, { ...ofProcess, clock })
  }
}

async function run<Arguments>(
  action: TaskAction<Arguments>,
  args: Arguments,
  hre: HardhatRuntimeEnvironment,
  io: TaskIo,
): Promise<unknown> {
  try {
    const found = await action(args, hre, io)
    return toResult(typeof found === "object" ? await showFound(found, isJson(args), io.terminal) : found, io)
  } catch (thrown) {
    const error = plugsErrorIn(thrown)
    if (error === undefined) {
      if (isJson(args)) printFailure(io.terminal.out, thrown)
      escapeError(thrown)
      throw thrown
    }
    const outcome = outcomeOf(error)
    const { describeForTask } = await import("./describeForTask.js")
    const described = await describeForTask(error, hre)
    if (isJson(args)) printFailure(io.terminal.out, described)
    if (outcome === "error") throw toPluginError(described, io)
    const { err } = io.terminal
    if (error.code === "SWAP_DECLINED") err.line(described.message)
    else {
      // An interrupted task that gives no advice has sent nothing.
      const message = outcome === "interrupted" && error.next === undefined ? "Interrupted." : withPage(described)
      err.line(paint.red(message))
    }
    return toResult(exitCodes[outcome], io)
  }
}

/** Prints what a task has found, as a document or for a person. */
export async function showFound(
  { document, report, notes, error }: Found,
  json: boolean,
  { out, err }: Terminal,
): Promise<ExitCode> {
  if (json) printDocument(out, document, error)
  else {
    out.show(await report?.())
    err.show(notes)
  }
  return exitCodeOf(error)
}

/** The exit code of a task that shows this, which it did not throw; 0 without an error. */
export function exitCodeOf(error: PlugsError | undefined): ExitCode {
  return error === undefined ? exitCodes.success : exitCodes[outcomeOf(error)]
}

function toResult(code: ExitCode, { setExitCode }: TaskIo): unknown {
  if (code === exitCodes.success) return successfulResult()
  if (code === exitCodes.error) return errorResult()
  // Hardhat turns every failed result into exit code 1, so the other codes bypass it.
  setExitCode(code)
  return code
}

function isJson(args: unknown): boolean {
  return isRecord(args) && args["json"] === true
}

/** Codes whose page says no more than the error: what a task shows, and invalid input. */
const withoutPage: ReadonlySet<string> = new Set([
  ...["ABORTED", "INVALID_INPUT", "NOTHING_FOUND", "PARTLY_READ", "SHOWN_FAILURE", "SHOWN_LATE", "UNEXPLAINED"],
])

function withPage({ code, message, docs }: PlugsError): string {
  return withoutPage.has(code) ? message : `${message}\nSee ${docs}`
}

function toPluginError(error: PlugsError, { wantsStacks = false, terminal }: TaskIo): HardhatPluginError {
  const isDevnetAway = error.code === "UNREACHABLE" && isLoopback(error.facts["origin"] ?? "")
  const message = isDevnetAway ? `${error.message}\nTo start a devnet: npx hardhat devnet` : withPage(error)
  const pluginError = new HardhatPluginError("hardhat-plugs", wrapProse(message, terminal.err.columns), error)
  // Under CI=true Hardhat prints the error itself after its message, as with --show-stack-traces.
  if (!wantsStacks) {
    Object.defineProperty(pluginError, inspect.custom, { value: () => `${error.code}: ${error.shortMessage}` })
  }
  return pluginError
}

/** Makes an error safe to print by Hardhat, which prints message, stack and causes as they are: they can quote a node or a file. */
export function escapeError(error: unknown): void {
  for (const cause of causesOf(error)) {
    const { message, stack } = cause
    // A library's error can be frozen.
    Reflect.set(cause, "message", toTerminal(message))
    if (stack !== undefined) Reflect.set(cause, "stack", toTerminal(stack))
  }
}

/** Hands steps on. An error that ends them is described for tasks, because a stream of JSON shows it before the task has ended. */
export async function* describedSteps<Step>(
  steps: AsyncIterable<Step>,
  project: Parameters<typeof describeForTask>[1],
): AsyncGenerator<Step, void, undefined> {
  try {
    yield* steps
  } catch (thrown) {
    const error = plugsErrorIn(thrown)
    if (error === undefined) throw thrown
    const { describeForTask } = await import("./describeForTask.js")
    throw await describeForTask(error, project)
  }
}
