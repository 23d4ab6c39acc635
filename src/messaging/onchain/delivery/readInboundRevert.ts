import type { Abi } from "viem"

import { decodeRevert, type DecodeRevertReturnType } from "../decodeRevert.js"
import type { OutboundMessage } from "../events.js"
import { inboundCall, tryInbound } from "./inboundCall.js"
import type { MessageChain } from "./readDelivery.js"

/** The message to deliver, as `readOutboundMessages` returns it. */
export type InboundMessage = Pick<
  OutboundMessage,
  "srcChainSlug" | "dstPlug" | "payload" | "minMsgGasLimit" | "executionParams"
>

/**
 * Finds out why `inbound` of a message's destination plug reverts, by a call as if from the socket, with the value that the message
 * carries. A call that succeeds is repeated with the gas that the message asks for, because that may be too little.
 *
 * @param dst the destination chain and its socket
 * @param extraAbis ABIs of the contracts that may revert
 * @returns `undefined` if it would not revert now, or the node does not say
 * @example
 * const [message] = readOutboundMessages(receipt, { socket })
 * const revert = await readInboundRevert({ client: betaClient, socket: betaSocket }, message, [counterAbi])
 * console.log(revert?.reason, revert?.next)
 */
export async function readInboundRevert(
  { client, socket }: MessageChain,
  message: InboundMessage,
  extraAbis: readonly Abi[] = [],
): Promise<DecodeRevertReturnType | undefined> {
  const call = inboundCall(socket, message)
  try {
    const failed =
      (await tryInbound(client, call)) ?? (await tryInbound(client, call, { inboundGas: message.minMsgGasLimit }))
    return failed && (decodeRevert(failed.error, extraAbis) ?? decodeRevert("0x"))
  } catch {
    return undefined
  }
}
