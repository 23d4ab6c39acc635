import { AbortedError } from "../../src/http/errors.js"
import { unlessAborted } from "../../src/http/polling/unlessAborted.js"
import { prepareRetry } from "../../src/messaging/retrying/prepareRetry.js"
import { maxPerGas } from "../../src/messaging/retrying/readGasPrice.js"
import { MessageNotExecutableError } from "../../src/messaging/retrying/retryErrors.js"
import { performRetry } from "../../src/messaging/retrying/retryMessage.js"
import { checkMessageId } from "../../src/messaging/wire/parameters.js"
import { readWholeNumber } from "../../src/plugin/arguments/readArguments.js"
import { sourceChain, type SourceReference } from "../../src/plugin/config/chainsOf.js"
import { chainsFor } from "../../src/plugin/connection/chains/askForChain.js"
import { publicClientOf, walletClientOf } from "../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/chains/connectChain.js"
import { openMessageChains } from "../../src/plugin/connection/chains/openMessageChains.js"
import { openSocket } from "../../src/plugin/connection/chains/openSocket.js"
import { explainOnChains } from "../../src/plugin/connection/explaining/explainOnChains.js"
import { readErrorAbis } from "../../src/plugin/contracts/readAbis.js"
import { openSentRecords } from "../../src/plugin/records/sentRecords.js"
import { sayWhenInterrupted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findChain } from "../../src/primitives/chains.js"
import { checkBytes32 } from "../../src/primitives/checks.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { parseAmount } from "../../src/primitives/numbers/amount.js"
import { askYes, requireConsent } from "../../src/terminal/askYes.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { findSubject } from "./follow/findSubject.js"
import { retryFields, retryPlan, retrySummary } from "./output/retrySummary.js"
import { explainRefusal } from "./retry/explainRefusal.js"
import { pickMessage } from "./retry/pickMessage.js"

type RetryArguments = {
  id: string
  from: string | undefined
  messageId: string | undefined
  gasLimit: string | undefined
  maxGasPrice: string | undefined
  dryRun: boolean
  yes: boolean
  json: boolean
}

const retry: BoundTask<RetryArguments> = runTask(async (args, hre, { terminal, input, signal, clock }) => {
  const { out, err } = terminal
  const where: SourceReference = { from: args.from, network: hre.globalOptions.network }
  const asked = {
    id: checkBytes32(args.id, "id", "a transaction hash or a message id"),
    messageId: args.messageId === undefined ? undefined : checkMessageId(args.messageId, "--message-id"),
  }
  const gasLimit =
    args.gasLimit === undefined ? undefined : readWholeNumber(args.gasLimit, { argument: "--gas-limit", from: 1n })
  const maxGasPrice = args.maxGasPrice === undefined ? undefined : parseAmount(args.maxGasPrice, 9, "--max-gas-price")
  const chains = await chainsFor(hre, [where.from ?? where.network])
  const isGiven = where.from !== undefined || where.network !== undefined
  const source = isGiven ? sourceChain(chains, where) : undefined

  await using opened = openMessageChains(hre)
  const records = openSentRecords(hre.config.paths.root)
  const subject = await findSubject({ ...asked, source }, { chains, opened, records, signal })
  const { srcTxHash } = subject
  if (srcTxHash === undefined) {
    throw new InvalidInputError({
      argument: "id",
      problem: `no transaction of ${subject.source.name} was found that sent this message`,
      fix: "Give the hash of the transaction that sent it.",
    })
  }
  const message = await pickMessage(await opened.require(subject.source), { ...subject, srcTxHash })
  const to = findChain(chains, message.dstChainSlug, "id")
  await using connection = await connectChain(hre, to, { signal })
  const socket = await openSocket(connection, to)
  const publicClient = publicClientOf(connection)
  const walletClient = await unlessAborted(walletClientOf(connection), [signal])
  const account = walletClient.account.address
  const errorAbis = await readErrorAbis(hre.artifacts)

  const prepared = await prepareRetry(publicClient, {
    message,
    socket,
    account,
    gasLimit,
    maxGasPrice,
    errorAbis,
  }).catch(async (error: unknown) => {
    if (!(error instanceof MessageNotExecutableError)) throw error
    const explained = { ...subject, messageId: message.messageId }
    throw explainRefusal(error, await explainOnChains(hre, explained, { chains, opened, clock, signal }))
  })
  const { messageId } = message
  const facts = { messageId, from: subject.source, to, account }
  const shown = { messageId, chain: to.name, account }
  const finish = (result: Parameters<typeof retryFields>[0]) => {
    if (args.json) printDocument(out, { ...facts, ...retryFields(result) })
    else if (result.status !== "prepared") out.line(retrySummary(result, shown, out.paint))
    else out.line("Nothing was sent.")
    return exitCodes.success
  }
  if (prepared.status === "executed before") return finish(prepared)

  const maxFee = prepared.gas * maxPerGas(prepared.gasPrice)
  err.line(retryPlan(prepared, { ...shown, maxFee }, err.paint))
  if (args.dryRun) return finish(prepared)
  if (!args.yes) {
    requireConsent(args.yes, input)
    if (!(await askYes("Execute it?", { terminal, input, signal }))) {
      if (args.json) printDocument(out, { ...facts, ...retryFields(prepared) }, new AbortedError())
      return exitCodes.interrupted
    }
  }
  const again = {
    id: subject.srcTxHash,
    from: subject.source.name,
    messageId,
    gasLimit: args.gasLimit,
    maxGasPrice: args.maxGasPrice,
  }
  const goOn = commandLine("messaging retry", again, { positional: ["id"] })
  const executed = await sayWhenInterrupted((onSent) =>
    performRetry(publicClient, walletClient, prepared, {
      ...{ message, socket, errorAbis, signal },
      onSubmitted: (hash) => {
        err.line(err.paint.dim(`submitted ${hash}`))
        onSent({ facts: { transaction: hash, chain: to.name }, goOn })
      },
    }),
  )
  return finish(executed)
})

export default retry
