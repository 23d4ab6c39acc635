import { printRetry, retryPlan } from "./output/retrySummary.js"
import { findRetried } from "./retry/findRetried.js"
import { openExecutor } from "./retry/openExecutor.js"
import { readRetryArguments, type RetryArguments } from "./retry/readRetryArguments.js"
import { retryCause } from "./retry/retryCause.js"
import { AbortedError } from "#src/http/errors.js"
import { sayWhenSubmitted } from "#src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { askYes, requireConsent } from "#src/terminal/askYes.js"

const retry: BoundTask<RetryArguments> = runTask(async (args, hre, io) => {
  const { terminal, input, signal, clock } = io
  const { err } = terminal
  const { json, yes, safe, dryRun, maxGasPrice, maxGasCost, maxValue, gasLimit } = args
  const question = readRetryArguments(args)
  const { cause } = question
  if (cause !== undefined) return await retryCause(hre, { args, question, cause }, io)
  await using retried = await findRetried(hre, { ...question.asked, from: args.from }, io)
  const { message, srcTxHash, from, to } = retried
  const { messageId } = message
  await using executor = await openExecutor(hre, to, { args, question, signal })
  const { account, native } = executor

  const subject = { messageId, from, to, account }
  const prepared = await executor.prepare(message).catch(retried.rethrow)
  if (prepared.status === "prepared") err.line(retryPlan(prepared, { ...subject, native }, err.paint))
  if (prepared.status === "executed before" || dryRun) {
    printRetry(prepared, { subject, json }, terminal)
    return exitCodes.success
  }
  if (safe !== undefined) {
    const safeFiles = [await executor.write(safe, [{ message, prepared }], clock.now())]
    printRetry(prepared, { subject, json, safeFiles }, terminal)
    return exitCodes.success
  }
  requireConsent(yes, input)
  if (!yes && !(await askYes("Execute it?", { terminal, input, signal }))) {
    if (json) printRetry(prepared, { subject, json, error: new AbortedError() }, terminal)
    return exitCodes.interrupted
  }

  const again = { id: srcTxHash, from: from.name, messageId, gasLimit, maxGasPrice, maxGasCost, maxValue }
  const goOn = commandLine("messaging retry", again, { positional: ["id"] })
  const executed = await sayWhenSubmitted(err, { facts: { chain: to.name }, goOn }, (onSubmitted) =>
    executor.perform({ message, prepared }, onSubmitted),
  )
  printRetry(executed, { subject, json }, terminal)
  return exitCodes.success
})

export default retry
