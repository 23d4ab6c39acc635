import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { readInboundRevert } from "./readInboundRevert.js"
import type { MessageStep } from "#src/messaging/index.js"
import { readSentMessages } from "#src/messaging/onchain/delivery/readSentMessages.js"
import type { MessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"

/** Reads from the chains why `inbound` of a message reverts. If that fails, the message is followed without it. */
export async function readRevertReason(
  hre: HardhatRuntimeEnvironment,
  chains: MessageChains,
  { messageId, message: { from, to, outboundTx } }: MessageStep,
): Promise<string | undefined> {
  try {
    const [src, dst] = await Promise.all([chains.find(from.srcChainSlug), chains.find(to.dstChainSlug)])
    if (src === undefined || dst === undefined) return undefined
    const { messages } = await readSentMessages(src, outboundTx as Hex)
    const sent = messages.find((other) => other.messageId === messageId)
    return sent && (await readInboundRevert(dst, sent, await readErrorAbis(hre.artifacts)))?.reason
  } catch {
    return undefined
  }
}
