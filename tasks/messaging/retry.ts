import { AbortedError } from "../../src/http/errors.js"
import { prepareRetry } from "../../src/messaging/retrying/prepareRetry.js"
import { performRetry } from "../../src/messaging/retrying/retryMessage.js"
import { sayWhenSubmitted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { askYes, requireConsent } from "../../src/terminal/askYes.js"
import { openPlugChain } from "./call/openPlugChain.js"
import { printRetry, retryPlan } from "./output/retrySummary.js"
import { findRetried } from "./retry/findRetried.js"
import { limitsOn, readRetryArguments, type RetryArguments } from "./retry/readRetryArguments.js"

const retry: BoundTask<RetryArguments> = runTask(async (args, hre, io) => {
  const { terminal, input, signal } = io
  const { err } = terminal
  const { gasLimit, maxGasPrice, maxGasCost, maxValue, json, yes } = args
  const { asked, limits } = readRetryArguments(args)
  await using retried = await findRetried(hre, { ...asked, from: args.from }, io)
  const { message, srcTxHash, from, to } = retried
  const { messageId } = message
  await using chain = await openPlugChain(hre, to, signal)
  const { publicClient, socket } = chain
  const walletClient = await chain.openWallet()
  const account = walletClient.account.address
  const execution = {
    message,
    socket,
    errorAbis: await chain.readErrorAbis(),
    signal,
    ...(await limitsOn(to, { args, limits }, hre.config)),
  }

  const subject = { messageId, from, to, account }
  const prepared = await prepareRetry(publicClient, { ...execution, account }).catch(retried.rethrow)
  if (prepared.status === "prepared") err.line(retryPlan(prepared, { ...subject, native: chain.native }, err.paint))
  if (prepared.status === "executed before" || args.dryRun) {
    printRetry(prepared, { subject, json }, terminal)
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
    performRetry(publicClient, walletClient, prepared, { ...execution, onSubmitted }),
  )
  printRetry(executed, { subject, json }, terminal)
  return exitCodes.success
})

export default retry
