import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import type { retryRows } from "../index.js"
import { retriesFound, retriesPlan, type RetryOfMany } from "../output/retriesSummary.js"
import type { SafeFile } from "../output/wiring.js"
import { explainRefusal } from "./explainRefusal.js"
import { findByCause } from "./findByCause.js"
import type { RetryArguments } from "./limitsOn.js"
import { openExecutor } from "./openExecutor.js"
import { AbortedError } from "#src/http/errors.js"
import type { MessageCauseName } from "#src/messaging/explaining/messageCauses.js"
import { MessageNotExecutableError } from "#src/messaging/retrying/retryErrors.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import { sayWhenSubmitted } from "#src/plugin/run/InterruptedError.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { Found } from "#src/plugin/run/runTask.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { goOnLine } from "#src/primitives/commands/commandLine.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"
import { askYes, requireConsent } from "#src/terminal/askYes.js"
import { severestFirst } from "#src/terminal/outcomes.js"

type RetryCauseParameters = {
  readonly args: RetryArguments
  /** The same as it was written, for the command that continues. */
  readonly given: Given<typeof retryRows>
  readonly cause: MessageCauseName
}

/**
 * Executes all messages again that have not arrived for a cause, after one question about all of them. One that fails stops no other.
 *
 * @returns what became of each, with the most severe error
 */
export async function retryCause(
  hre: HardhatRuntimeEnvironment,
  { args, given, cause }: RetryCauseParameters,
  io: TaskIo,
): Promise<Found> {
  const { terminal, signal, clock } = io
  const { err } = terminal
  const { yes, safe } = args
  await using opened = new Disposables()
  const executorOn = memoize(async (to: ChainEntry) => opened.use(await openExecutor(hre, to, args, io)))
  const tried = async (retry: RetryOfMany, work: () => Promise<Partial<RetryOfMany>>): Promise<RetryOfMany> => {
    try {
      return { ...retry, ...(await work()) }
    } catch (error) {
      if (!isPlugsError(error)) throw error
      const why = error instanceof MessageNotExecutableError ? explainRefusal(error, retry.explanation) : error
      return { ...retry, error: await describeForTask(why, hre) }
    }
  }
  const retries: RetryOfMany[] = []
  for (const found of await findByCause(hre, { cause, from: args.from }, io)) {
    const prepare = async (): Promise<Partial<RetryOfMany>> => {
      const executor = await executorOn(found.to)
      const { account, native } = executor
      return { account, native, state: await executor.prepare(found.message) }
    }
    retries.push(await tried(found, prepare))
  }
  const end = (results: readonly RetryOfMany[], error = worstOf(results), safeFiles?: readonly SafeFile[]): Found => ({
    ...retriesFound(results, cause, safeFiles),
    error,
  })
  const ready = retries.flatMap((retry) =>
    retry.state?.status === "prepared" ? [{ ...retry, prepared: retry.state }] : [],
  )
  if (retries.length > 0) err.show(retriesPlan(retries, cause))
  if (args.dryRun || ready.length === 0) return end(retries)
  if (safe !== undefined) {
    const files = [...Map.groupBy(ready, ({ to }) => to)].map(async ([to, executions]) =>
      (await executorOn(to)).write(safe, executions, clock.now()),
    )
    return end(retries, worstOf(retries), await Promise.all(files))
  }
  requireConsent(yes, io.input)
  const all = ready.length === 1 ? "this message" : `these ${ready.length} messages`
  if (!yes && !(await askYes(`Execute ${all}?`, io))) return end(retries, new AbortedError())

  const goOn = goOnLine("messaging retry", given, [])
  const results: RetryOfMany[] = []
  for (const retry of retries) {
    const { state, message, to } = retry
    const perform = async (onSubmitted: (hash: Hex, replaced?: Hex) => void): Promise<Partial<RetryOfMany>> =>
      state?.status !== "prepared" || signal.aborted
        ? {}
        : { state: await (await executorOn(to)).perform({ message, prepared: state }, onSubmitted) }
    results.push(await tried(retry, () => sayWhenSubmitted(err, { facts: { chain: to.name }, goOn }, perform)))
  }
  return end(results)
}

function worstOf(results: readonly RetryOfMany[]): PlugsError | undefined {
  return severestFirst(results.flatMap(({ error }) => error ?? []))[0]
}
