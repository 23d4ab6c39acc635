import type { WatchMessageParameters } from "#src/messaging/index.js"
import { readSentMessages } from "#src/messaging/onchain/delivery/readSentMessages.js"
import { type CarriedMessage, readCarriedMessages } from "#src/messaging/onchain/standard/gatewayMessage.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"

/** Reads from their chain which messages of ERC-7786 those of a transaction carry. If that fails, they are followed without them. */
export async function readCarried(
  chains: Chains,
  { srcChainSlug, srcTxHash }: Pick<WatchMessageParameters, "srcChainSlug" | "srcTxHash">,
): Promise<ReadonlyMap<string, CarriedMessage>> {
  try {
    const src = await chains.find(srcChainSlug)
    if (src === undefined) return new Map()
    const { messages } = await readSentMessages(src, srcTxHash)
    return await readCarriedMessages(src.client, messages)
  } catch {
    return new Map()
  }
}
