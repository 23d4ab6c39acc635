import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { getTransactionReceipt } from "viem/actions"

import type { SwapChains } from "./openSwapChains.js"
import type { ExplainMessages } from "#extras/swap/src/reading/types.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import type { MessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import type { Clock } from "#src/primitives/clock.js"

/** What the messages of a bridge are explained with. */
export type BridgeMessagesOptions = {
  readonly swapChains: SwapChains
  readonly opened: MessageChains
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
