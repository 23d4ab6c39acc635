import type { HardhatConfig } from "hardhat/types/config"

import { findSubject } from "./follow/findSubject.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { checkMessageId } from "#src/messaging/wire/parameters.js"
import type { Texts } from "#src/plugin/arguments/options.js"
import { readSource } from "#src/plugin/arguments/readArguments.js"
import { chainsOf, sourceChainIfGiven, type SourceReference } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { type BoundTask, runTask } from "#src/plugin/run/runTask.js"
import { checkBytes32 } from "#src/primitives/checks.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import type { NextCommands } from "#tasks/explain/output/adviseNext.js"
import { showExplanation } from "#tasks/explain/showExplanation.js"
import type { StoryArguments } from "#tasks/explain/StoryArguments.js"

type ExplainArguments = StoryArguments & Texts<"id" | "from" | "messageId" | "source">

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, io) => {
  const { signal, clock } = io
  const where: SourceReference = { from: args.from, network: hre.globalOptions.network }
  const choice = readSource(args.source)
  if (choice === "api") {
    throw new InvalidInputError({
      argument: "--source",
      problem: "an explanation is found on the chains",
      fix: "What the API alone says, messaging track --source api shows.",
    })
  }
  const id = args.id === undefined ? undefined : checkBytes32(args.id, "id", "a transaction hash or a message id")
  const messageId = args.messageId === undefined ? undefined : checkMessageId(args.messageId, "--message-id")
  let asked: string | undefined
  const code = await showExplanation({
    args,
    hre,
    io,
    explain: async () => {
      const chains = await chainsFor(hre, [where.from ?? where.network])
      const source = sourceChainIfGiven(chains, where)
      await using opened = openChains(hre, { named: [source], timeout: explainTimeout })
      const records = openSentRecords(hre.config, io.terminal.err)
      const subject = await findSubject({ id, source, messageId }, { chains, opened, records, signal })
      asked = subject.messageId ?? subject.srcTxHash
      // After the first requests: this reads all that chains can say, with viem.
      const { explainOnChains } = await import("#src/plugin/connection/explaining/explainOnChains.js")
      const isApiAsked = choice === "both"
      return await explainOnChains(hre, subject, { chains, opened, clock, signal, isApiAsked, isTrustChecked: true })
    },
    commandsFor: (subject) => nextMessageCommands(subject, { args, config: hre.config }),
  })
  if (asked !== undefined && !args.json) {
    const { sayPageLink } = await import("./follow/findPageLink.js")
    await sayPageLink(hre.config.plugs, asked, io)
  }
  return code
})

export default explain

/** Writes the commands that explain and follow a message: by its transaction and chain, or as the task was called if they are not known. */
function nextMessageCommands(
  { srcChainSlug, srcTxHash, messageId }: Explanation["subject"],
  { args, config }: { args: Partial<ExplainArguments>; config: Pick<HardhatConfig, "plugs"> },
): NextCommands {
  const chain = chainsOf(config.plugs).find(({ slug }) => slug === srcChainSlug)
  if (chain === undefined || typeof srcTxHash !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(srcTxHash)) {
    const without = ["json", "markdown"] as const
    return { again: `npx hardhat ${commandLine("messaging explain", args, { positional: ["id"], without })}` }
  }
  const from = chain.name
  const track = commandLine("messaging track", { txHash: srcTxHash, from, messageId }, { positional: ["txHash"] })
  return {
    again: explainMessageCommand(srcTxHash, { from, messageId: typeof messageId === "string" ? messageId : undefined }),
    follow: `npx hardhat ${track}`,
  }
}
