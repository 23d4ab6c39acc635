import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { decodeTransaction } from "./decodeTransaction.js"
import { readFee } from "./readFee.js"
import type { ExplainedMessage } from "#extras/page/src/PageEvent.js"
import type { MessageChange } from "#src/devnet/changes.js"
import type { Mend } from "#src/explaining/Explanation.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { explainTimeout, openMessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { findChain } from "#src/primitives/chains.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { createContractNamer } from "#tasks/explain/output/createContractNamer.js"
import { renderMarkdown } from "#tasks/explain/output/renderMarkdown.js"
import { tellStory } from "#tasks/explain/writeStory.js"

/**
 * Explains a message of the page as `messaging explain` does, with the chains of the project's configuration.
 *
 * @throws {InvalidInputError} the configuration has no such chain
 */
export async function explainForPage(
  message: MessageChange,
  hre: HardhatRuntimeEnvironment,
  { clock, signal }: Pick<TaskIo, "clock" | "signal">,
): Promise<ExplainedMessage> {
  const { messageId, srcChainSlug, outboundTx, dstChainSlug } = message
  const chains = chainsOf(hre.config.plugs)
  const source = findChain(chains, srcChainSlug, "--from")
  await using opened = openMessageChains(hre, { timeout: explainTimeout })
  const subject = { source, srcTxHash: outboundTx as Hex, messageId: messageId as Hex, record: undefined }
  const explanation = await explainOnChains(hre, subject, { chains, opened, clock, signal })
  const command = explainMessageCommand(outboundTx, { from: source.name, messageId })
  const nameContracts = createContractNamer({ names: await openContractBook(hre), chains })
  const story = await tellStory(explanation, { commands: { again: command }, nameContracts }, hre, clock)
  const { verdict, says, causes, events } = story.explanation
  const abis = [...(await readProjectAbis(hre.artifacts)), socketAbi, switchboardAbi, capacitorAbi]
  const timeline = events.map(async ({ at, place, title, txHash, details }) => {
    const chain = chains.find(({ name }) => name === place)
    const client = chain && (await opened.find(chain.slug))?.client
    const decoded = client && txHash !== null ? await decodeTransaction(client, txHash as Hex, abis) : []
    return { at, place, title, details: [...details, ...decoded.map((line) => nameContracts(line, place))] }
  })
  const [src, dst] = await Promise.all([srcChainSlug, dstChainSlug].map((slug) => opened.find(slug)))
  const to = findChain(chains, dstChainSlug, "--to")
  const api = await openMessaging(hre.config.plugs)
  // Of a transaction that a reorg has taken back there is no fee.
  const fee =
    src &&
    (await readFee(message, {
      ...{ to, api, signal },
      src: { ...src, name: source.name },
      dst: dst && { ...dst, name: to.name },
    }).catch(() => undefined))
  return {
    ...{ verdict, says, command, markdown: renderMarkdown(story) },
    causes: causes.map(({ mend, ...cause }) => ({ ...cause, mend: mend && { ...mend, isRunnable: isRunnable(mend) } })),
    timeline: await Promise.all(timeline),
    fee: fee ?? [],
  }
}

/** Whether the page can run what mends a cause: only commands of Hardhat, of which it is one itself. */
export function isRunnable({ command }: Pick<Mend, "command">): boolean {
  return command?.startsWith("npx hardhat ") === true
}
