import { checkMessageId } from "../../src/messaging/wire/parameters.js"
import { sourceChain } from "../../src/plugin/config/chainsOf.js"
import { chainsFor } from "../../src/plugin/connection/chains/askForChain.js"
import { explainedError } from "../../src/plugin/run/explainedError.js"
import { explainOnChains } from "../../src/plugin/run/messaging/explain/explainOnChains.js"
import { findSubject } from "../../src/plugin/run/messaging/explain/findSubject.js"
import { openMessageChains } from "../../src/plugin/run/messaging/openMessageChains.js"
import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { openSentRecords } from "../../src/plugin/sent/openSentRecords.js"
import { checkBytes32 } from "../../src/primitives/checks.js"
import { printDocument } from "../../src/terminal/core/json/printJson.js"
import { printExplanation } from "../../src/terminal/explaining/printExplanation.js"

type ExplainArguments = {
  id: string | undefined
  from: string | undefined
  messageId: string | undefined
  json: boolean
}

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const where: { from: string | undefined; network: string | undefined } = {
    from: args.from,
    network: hre.globalOptions.network,
  }
  const id = args.id === undefined ? undefined : checkBytes32(args.id, "id", "a transaction hash or a message id")
  const messageId = args.messageId === undefined ? undefined : checkMessageId(args.messageId, "--message-id")
  const chains = await chainsFor(hre, [where.from ?? where.network])
  const isGiven = where.from !== undefined || where.network !== undefined
  const source = isGiven ? sourceChain(chains, where) : undefined
  await using opened = openMessageChains(hre)
  const records = openSentRecords(hre.config.paths.root)
  const subject = await findSubject({ id, source, messageId }, { chains, opened, records, signal })
  const explanation = await explainOnChains(hre, subject, { chains, opened, clock, signal })
  const error = explainedError(explanation)
  if (args.json) printDocument(out, explanation, error)
  else printExplanation(out, explanation)
  return exitCodeOf(error)
})

export default explain
