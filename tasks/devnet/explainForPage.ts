import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import type { ExplainedMessage, MessageChange } from "../../src/page/changes.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { explainTimeout, openMessageChains } from "../../src/plugin/connection/chains/openMessageChains.js"
import { explainOnChains } from "../../src/plugin/connection/explaining/explainOnChains.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import type { TaskIo } from "../../src/plugin/run/openProcess.js"
import { findChain } from "../../src/primitives/chains.js"
import { explainMessageCommand } from "../../src/primitives/commands/explainCommands.js"
import { createContractNamer } from "../explain/output/createContractNamer.js"
import { renderMarkdown } from "../explain/output/renderMarkdown.js"
import { tellStory } from "../explain/writeStory.js"

/**
 * Explains a message of the page as `messaging explain` does, with the chains of the project's configuration.
 *
 * @throws {InvalidInputError} the configuration has no such chain
 */
export async function explainForPage(
  { messageId, srcChainSlug, outboundTx }: MessageChange,
  hre: HardhatRuntimeEnvironment,
  { clock, signal }: Pick<TaskIo, "clock" | "signal">,
): Promise<ExplainedMessage> {
  const chains = chainsOf(hre.config.plugs)
  const source = findChain(chains, srcChainSlug, "--from")
  await using opened = openMessageChains(hre, { timeout: explainTimeout })
  const subject = { source, srcTxHash: outboundTx as Hex, messageId: messageId as Hex, record: undefined }
  const explanation = await explainOnChains(hre, subject, { chains, opened, clock, signal })
  const command = explainMessageCommand(outboundTx, { from: source.name, messageId })
  const nameContracts = createContractNamer({ names: await openContractBook(hre), chains })
  const story = await tellStory(explanation, { commands: { again: command }, nameContracts }, hre, clock)
  const { verdict, says, causes } = story.explanation
  return { verdict, says, causes, command, markdown: renderMarkdown(story) }
}
