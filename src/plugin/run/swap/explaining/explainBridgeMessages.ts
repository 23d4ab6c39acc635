import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { getTransactionReceipt } from "viem/actions"

import type { Clock } from "../../../../primitives/clock.js"
import { explainMessage } from "../../../../messaging/explaining/explainMessage.js"
import type { ReadableChain } from "../../../../messaging/reading/types.js"
import { readOutboundMessages } from "../../../../messaging/onchain/events.js"
import type { ExplainMessages } from "../../../../swap/explaining/types.js"
import { chainsOf } from "../../../config/chainsOf.js"
import { openMessaging } from "../../../connection/openClients.js"
import type { MessageChains } from "../../messaging/openMessageChains.js"
import { readErrorAbis } from "../../readErrorAbis.js"
import type { SwapChains } from "./openSwapChains.js"

/** Makes what a swap explains the messages of its bridge with: a chain without a socket has none that could be explained. */
export function explainBridgeMessages(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  {
    chains,
    messageChains,
    clock,
  }: { readonly chains: SwapChains; readonly messageChains: MessageChains; readonly clock: Clock },
): ExplainMessages {
  const { plugs } = hre.config
  const entries = chainsOf(plugs)
  const readable = async (slug: number): Promise<ReadableChain | undefined> => {
    const entry = entries.find((each) => each.slug === slug)
    const reader = entry && (await messageChains.find(slug))
    return reader && { ...reader, slug, name: entry.name }
  }
  return async ({ chain, txHash, signal }) => {
    const entry = chains.entryOf(chain.chainId)
    const src = entry && (await readable(entry.slug))
    if (src === undefined) return undefined
    const receipt = await getTransactionReceipt(src.client, { hash: txHash }).catch(() => undefined)
    if (receipt === undefined || readOutboundMessages(receipt, src).length === 0) return undefined
    return await explainMessage({
      src,
      srcTxHash: txHash,
      chainOf: readable,
      api: { getMessages: async (query) => (await openMessaging(plugs, { clock })).getMessages(query) },
      abis: await readErrorAbis(hre.artifacts),
      clock,
      signal,
    })
  }
}
