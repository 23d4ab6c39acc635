import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi, Hex } from "viem"

import type { MessageStep, WatchMessageParameters } from "#src/messaging/index.js"
import { decodeRevert, type DecodeRevertReturnType } from "#src/messaging/onchain/decodeRevert.js"
import { inboundCall, moreGasThan, tryInbound } from "#src/messaging/onchain/delivery/inboundCall.js"
import { readSentMessages } from "#src/messaging/onchain/delivery/readSentMessages.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import { type CarriedMessage, readCarriedMessages } from "#src/messaging/onchain/standard/gatewayMessage.js"
import type { MessageChain } from "#src/messaging/reading/confirmDelivery.js"
import { type Outcome, readOutcome } from "#src/messaging/reading/execution/readOutcome.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"

/** Reads from the chains why `inbound` of a message reverts. If that fails, the message is followed without it. */
export async function readRevertReason(
  hre: HardhatRuntimeEnvironment,
  chains: Chains,
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

/** Reads which messages of ERC-7786 those of a transaction carry. If that fails, they are followed without them. */
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

/** Reads what the application did with a delivered message. If that fails, the step stays as it is: the delivery is known. */
export async function readStepOutcome(
  chains: Chains,
  { messageId, message: { to, executionDetails, inboundTx } }: MessageStep,
  abis: () => Promise<readonly Abi[]>,
): Promise<Outcome | undefined> {
  const transactionHash = (executionDetails.executionTxHash ?? inboundTx) as Hex | null
  if (transactionHash === null) return undefined
  try {
    const chain = await chains.find(to.dstChainSlug)
    return chain && (await readOutcome(chain, { messageId, transactionHash }, await abis()))
  } catch {
    return undefined
  }
}

/** The message to deliver, as `readOutboundMessages` returns it. */
export type InboundMessage = Pick<
  OutboundMessage,
  "srcChainSlug" | "dstPlug" | "payload" | "minMsgGasLimit" | "executionParams"
>

/**
 * Finds out why `inbound` of a message's destination plug reverts, by a call as if from the socket, with the value that the message
 * carries and the gas that it asks for. A call that fails is repeated with more gas, because it may revert for another reason too.
 *
 * @param dst the destination chain and its socket
 * @param extraAbis ABIs of the contracts that may revert
 * @returns `undefined` if it would not revert now, or the node does not say
 */
export async function readInboundRevert(
  { client, socket }: MessageChain,
  message: InboundMessage,
  extraAbis: readonly Abi[] = [],
): Promise<DecodeRevertReturnType | undefined> {
  const call = inboundCall(socket, message)
  try {
    const starving = await tryInbound(client, call, { inboundGas: message.minMsgGasLimit })
    if (starving === undefined) return undefined
    const { error } = (await tryInbound(client, call, { inboundGas: moreGasThan(message.minMsgGasLimit) })) ?? starving
    return decodeRevert(error, extraAbis) ?? decodeRevert("0x")
  } catch {
    return undefined
  }
}
