import type { Abi } from "viem"

import type { MessageChain } from "#src/messaging/following/followSocket.js"
import { decodeRevert, type DecodeRevertReturnType } from "#src/messaging/onchain/decodeRevert.js"
import { inboundCall, moreGasThan, tryInbound } from "#src/messaging/onchain/delivery/inboundCall.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"

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
