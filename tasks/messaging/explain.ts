import type { HardhatConfig } from "hardhat/types/config"

import { findSubject } from "./follow/findSubject.js"
import { explainRows } from "./index.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { chainsOf, sourceChainIfGiven, type SourceReference } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import type { NextCommands } from "#tasks/explain/output/adviseNext.js"
import { showExplanation } from "#tasks/explain/showExplanation.js"

export default actionOf(explainRows, async (args, hre, io, given) => {
  const { id, messageId, source: choice } = args
  const { signal, clock } = io
  const where: SourceReference = { from: args.from, network: hre.globalOptions.network }
  if (choice === "api") {
    throw new InvalidInputError({
      argument: "--source",
      problem: "an explanation is found on the chains",
      fix: "What the API alone says, messaging track --source api shows.",
    })
  }
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
    commandsFor: (subject) => nextMessageCommands(subject, { given, config: hre.config }),
  })
  if (asked !== undefined && !args.json) {
    const { sayPageLink } = await import("./follow/findPageLink.js")
    await sayPageLink(hre.config.plugs, asked, io)
  }
  return code
})

/** Writes the commands that explain and follow a message: by its transaction and chain, or as the task was called if they are not known. */
function nextMessageCommands(
  { srcChainSlug, srcTxHash, messageId }: Explanation["subject"],
  { given, config }: { given: Given<typeof explainRows>; config: Pick<HardhatConfig, "plugs"> },
): NextCommands {
  const chain = chainsOf(config.plugs).find(({ slug }) => slug === srcChainSlug)
  if (chain === undefined || typeof srcTxHash !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(srcTxHash)) {
    const without = ["json", "markdown"] as const
    return { again: `npx hardhat ${commandLine("messaging explain", given, { positional: ["id"], without })}` }
  }
  const from = chain.name
  const track = commandLine("messaging track", { id: srcTxHash, from, messageId }, { positional: ["id"] })
  return {
    again: explainMessageCommand(srcTxHash, { from, messageId: typeof messageId === "string" ? messageId : undefined }),
    follow: `npx hardhat ${track}`,
  }
}
