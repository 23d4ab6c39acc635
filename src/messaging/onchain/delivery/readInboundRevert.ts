import type { Abi } from "viem"

import { call } from "viem/actions"
import { encodeFunctionData, hexToBigInt, size } from "viem/utils"

import { plugAbi } from "../abi.js"
import { decodeRevert, type DecodeRevertReturnType } from "../decodeRevert.js"
import type { OutboundMessage } from "../events.js"
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
  { srcChainSlug, dstPlug, payload, minMsgGasLimit, executionParams }: InboundMessage,
  extraAbis: readonly Abi[] = [],
): Promise<DecodeRevertReturnType | undefined> {
  const data = encodeFunctionData({ abi: plugAbi, functionName: "inbound", args: [srcChainSlug, payload] })
  const value = valueIn(executionParams)
  const stateOverride = value === 0n ? undefined : [{ address: socket, balance: value + oneEther }]
  for (const gas of [undefined, minMsgGasLimit + intrinsicGas(size(data))]) {
    try {
      await call(client, { account: socket, to: dstPlug, data, value, gas, stateOverride })
    } catch (error) {
      return decodeRevert(error, extraAbis)
    }
  }
  return undefined
}

/** Some nodes charge a call for its gas. */
const oneEther = 10n ** 18n

/** What a transaction costs before its call begins, at most: 40 for each byte of data, since no chain charges more. */
function intrinsicGas(bytes: number): bigint {
  return 21_000n + 40n * BigInt(bytes)
}

/** The native value that a message carries: execution parameters of type 1 have it after their first byte. */
function valueIn(executionParams: OutboundMessage["executionParams"]): bigint {
  const params = size(executionParams) === 32 ? hexToBigInt(executionParams) : 0n
  return params >> 248n === 1n ? params & (2n ** 248n - 1n) : 0n
}
