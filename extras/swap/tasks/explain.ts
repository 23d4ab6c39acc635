import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { getTransactionReceipt } from "viem/actions"

import { openSwapChains, type SwapChains } from "./explain/openSwapChains.js"
import { placed } from "./explain/placed.js"
import { explainSwap } from "#extras/swap/src/explaining/explainSwap.js"
import type { SwapCauseName } from "#extras/swap/src/explaining/swapCauses.js"
import { journalFolders } from "#extras/swap/src/plugin/openJournal.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { findSwapRecord } from "#extras/swap/src/reading/findSwapRecord.js"
import type { ExplainMessages } from "#extras/swap/src/reading/types.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { type Chains, explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { type BoundTask, runTask } from "#src/plugin/run/runTask.js"
import type { Clock } from "#src/primitives/clock.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { showExplanation } from "#tasks/explain/showExplanation.js"
import type { StoryArguments } from "#tasks/explain/StoryArguments.js"

type ExplainArguments = StoryArguments & { id: string | undefined }

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, io) => {
  const { signal, clock } = io
  return await showExplanation({
    args,
    hre,
    io,
    explain: async () => {
      const given = readRequired(args.id, { argument: "id", example: "the id of a quote" })
      return await explainProjectSwap(hre, checkQuoteId(given.trim(), "id"), { clock, signal })
    },
    commandsFor: ({ quoteId = "" }) => {
      const line = (task: string, more: object): string =>
        `npx hardhat ${commandLine(task, { id: String(quoteId), ...more }, { positional: ["id"] })}`
      return { again: line("swap explain", {}), follow: line("swap status", { wait: true }) }
    },
  })
})

export default explain

/** Explains a swap with the journals, the chains, the swap API and the artifacts of a project. */
async function explainProjectSwap(
  hre: HardhatRuntimeEnvironment,
  id: string,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Explanation<SwapCauseName>> {
  const { plugs, paths } = hre.config
  await using opened = openChains(hre, { timeout: explainTimeout, signal })
  const chains = openSwapChains(hre.config, opened)
  const key = recordsKeyOf(hre.config)
  const folders = await journalFolders(paths.root)
  return await explainSwap({
    id,
    client: await openSwap(plugs, { clock }),
    chainOf: (chainId) => chains.open(chainId),
    findRecord: async (wanted) => placed(await findSwapRecord(folders, wanted, { key }), chains),
    findChainOf: (txHash) => chains.findChainOf(txHash),
    explainMessages: explainBridgeMessages(hre, { swapChains: chains, opened, clock }),
    abis: await readErrorAbis(hre.artifacts),
    clock,
    signal,
  })
}

/** What the messages of a bridge are explained with. */
type BridgeMessagesOptions = {
  readonly swapChains: SwapChains
  readonly opened: Chains
  readonly clock: Clock
}

/** Makes what a swap explains the messages of its bridge with. A chain without a known socket has none that could be explained. */
export function explainBridgeMessages(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  { swapChains, opened, clock }: BridgeMessagesOptions,
): ExplainMessages {
  const chains = chainsOf(hre.config.plugs)
  return async ({ chain, txHash, signal = new AbortController().signal }) => {
    const source = swapChains.entryOf(chain.chainId)
    const reader = source && (await opened.find(source.slug))
    if (source === undefined || reader === undefined) return undefined
    const receipt = await getTransactionReceipt(reader.client, { hash: txHash }).catch(() => undefined)
    if (receipt === undefined || readOutboundMessages(receipt, reader).length === 0) return undefined
    const subject = { source, srcTxHash: txHash, messageId: undefined, record: undefined }
    return await explainOnChains(hre, subject, { chains, opened, clock, signal })
  }
}
