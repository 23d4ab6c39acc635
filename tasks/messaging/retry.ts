import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { readSafe } from "./call/readSafe.js"
import { findSubject, requireTransaction } from "./follow/findSubject.js"
import { retryRows } from "./index.js"
import { retryFound, retryPlan } from "./output/retrySummary.js"
import { explainRefusal } from "./retry/explainRefusal.js"
import { openExecutor } from "./retry/openExecutor.js"
import { pickMessage } from "./retry/pickMessage.js"
import { readCause } from "./retry/readCause.js"
import { retryCause } from "./retry/retryCause.js"
import { AbortedError } from "#src/http/errors.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import { MessageNotExecutableError } from "#src/messaging/retrying/retryErrors.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { sourceChainIfGiven } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { sayWhenSubmitted } from "#src/plugin/run/InterruptedError.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { askYes, requireConsent } from "#src/terminal/askYes.js"

export default actionOf(retryRows, async (args, hre, io, given) => {
  const { terminal, input, signal, clock } = io
  const { err } = terminal
  const { yes, safe, dryRun, id } = args
  const cause = args.cause === undefined ? undefined : readCause(args.cause)
  if (safe !== undefined) readSafe(args.account)
  if (cause !== undefined) return await retryCause(hre, { args, given, cause }, io)
  await using retried = await findRetried(hre, { id, messageId: args.messageId, from: args.from }, io)
  const { message, srcTxHash, from, to } = retried
  const { messageId } = message
  await using executor = await openExecutor(hre, to, args, io)
  const { account, native } = executor

  const subject = { messageId, from, to, account }
  const prepared = await executor.prepare(message).catch(retried.rethrow)
  if (prepared.status === "prepared") err.show(retryPlan(prepared, { ...subject, native }))
  if (prepared.status === "executed before" || dryRun) return retryFound(prepared, subject)
  if (safe !== undefined) {
    const safeFiles = [await executor.write(safe, [{ message, prepared }], clock.now())]
    return retryFound(prepared, subject, safeFiles)
  }
  requireConsent(yes, input)
  if (!yes && !(await askYes("Execute it?", { terminal, input, signal }))) {
    return { document: retryFound(prepared, subject).document, error: new AbortedError() }
  }

  const { maxGasPrice, maxGasCost, maxValue, gasLimit } = given
  const again = { id: srcTxHash, from: from.name, messageId, gasLimit, maxGasPrice, maxGasCost, maxValue }
  const goOn = commandLine("messaging retry", again, { positional: ["id"] })
  const executed = await sayWhenSubmitted(err, { facts: { chain: to.name }, goOn }, (onSubmitted) =>
    executor.perform({ message, prepared }, onSubmitted),
  )
  return retryFound(executed, subject)
})

/** The message that is meant. Dispose of it when the task has ended. */
type RetriedMessage = AsyncDisposable & {
  readonly message: OutboundMessage
  readonly srcTxHash: Hex
  readonly from: ChainEntry
  readonly to: ChainEntry
  /** Throws an error again. To one that says that the message cannot be executed it adds why, and how to fix that. */
  readonly rethrow: (error: unknown) => Promise<never>
}

/**
 * Finds the message that a person means, on the chain that it left.
 *
 * @param from what `--from` says
 * @throws {InvalidInputError} there is no such message, or several
 */
async function findRetried(
  hre: HardhatRuntimeEnvironment,
  {
    from,
    ...asked
  }: { readonly id: Hex | undefined; readonly messageId: Hex | undefined; readonly from: string | undefined },
  { clock, signal, terminal }: Pick<TaskIo, "clock" | "signal" | "terminal">,
): Promise<RetriedMessage> {
  const { network } = hre.globalOptions
  const chains = await chainsFor(hre, [from ?? network])
  const source = sourceChainIfGiven(chains, { from, network })

  await using opening = new Disposables()
  const opened = opening.use(openChains(hre, { named: [source] }))
  const records = openSentRecords(hre.config, terminal.err)
  const subject = await findSubject({ ...asked, source }, { chains, opened, records, signal })
  const srcTxHash = requireTransaction(subject)
  const message = await pickMessage(await opened.require(subject.source), { ...subject, srcTxHash })
  const to = findChain(chains, message.dstChainSlug, "id")
  const rethrow = async (error: unknown): Promise<never> => {
    if (!(error instanceof MessageNotExecutableError)) throw error
    const explained = { ...subject, messageId: message.messageId }
    throw explainRefusal(error, await explainOnChains(hre, explained, { chains, opened, clock, signal }))
  }
  const dispose = opening.move()[Symbol.asyncDispose]
  return { message, srcTxHash, from: subject.source, to, rethrow, [Symbol.asyncDispose]: dispose }
}
