import { checkMessageId } from "../../src/messaging/wire/parameters.js"
import { sourceChain } from "../../src/plugin/config/chainsOf.js"
import { chainsFor } from "../../src/plugin/connection/chains/askForChain.js"
import { showExplanation } from "../explain/showExplanation.js"
import type { StoryArguments } from "../explain/StoryArguments.js"
import { explainTimeout } from "../../src/plugin/connection/explaining/explainOnChains.js"
import { findSubject } from "./explain/findSubject.js"
import { nextMessageCommands } from "./explain/nextMessageCommands.js"
import { openMessageChains } from "../../src/plugin/connection/chains/openMessageChains.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { openSentRecords } from "../../src/plugin/records/openSentRecords.js"
import { checkBytes32 } from "../../src/primitives/checks.js"

type ExplainArguments = StoryArguments & {
  id: string | undefined
  from: string | undefined
  messageId: string | undefined
}

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, io) => {
  const { signal, clock } = io
  const where: { from: string | undefined; network: string | undefined } = {
    from: args.from,
    network: hre.globalOptions.network,
  }
  const id = args.id === undefined ? undefined : checkBytes32(args.id, "id", "a transaction hash or a message id")
  const messageId = args.messageId === undefined ? undefined : checkMessageId(args.messageId, "--message-id")
  return await showExplanation({
    args,
    hre,
    io,
    explain: async () => {
      const chains = await chainsFor(hre, [where.from ?? where.network])
      const isGiven = where.from !== undefined || where.network !== undefined
      const source = isGiven ? sourceChain(chains, where) : undefined
      await using opened = openMessageChains(hre, { timeout: explainTimeout })
      const records = openSentRecords(hre.config.paths.root)
      const subject = await findSubject({ id, source, messageId }, { chains, opened, records, signal })
      // After the first requests: this reads all that chains can say, with viem.
      const { explainOnChains } = await import("../../src/plugin/connection/explaining/explainOnChains.js")
      return await explainOnChains(hre, subject, { chains, opened, clock, signal })
    },
    commandsFor: (subject) => nextMessageCommands(subject, { args, config: hre.config }),
  })
})

export default explain
