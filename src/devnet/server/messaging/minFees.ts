import { BaseError, ContractFunctionRevertedError } from "viem"

import type { MessagingWorkerContext } from "../../messaging/actors/MessagingWorkerContext.js"
import { protocolErrorsAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import type { EstimateMinFeesQuery } from "#src/messaging/wire/querySchemas.js"
import { zeroAddress, zeroHash } from "#src/primitives/address.js"

/** Reads the minimum fee of a message, in wei, or returns why it cannot be sent. */
export async function minFees(
  contexts: readonly MessagingWorkerContext[],
  { srcPlug, srcChainSlug, dstChainSlug, msgGasLimit, payloadLength = 0 }: EstimateMinFeesQuery,
): Promise<bigint | { problem: string }> {
  const source = contexts.find(({ chain }) => chain.slug === srcChainSlug)
  if (source === undefined) return { problem: `no chain ${srcChainSlug} here` }
  const { publicClient } = source.chain
  const socket = { address: source.contracts.socket, abi: [...socketAbi, ...protocolErrorsAbi] } as const
  const [sibling] = await publicClient.readContract({
    ...socket,
    functionName: "getPlugConfig",
    args: [srcPlug, dstChainSlug],
  })
  if (sibling === zeroAddress) {
    return { problem: `srcPlug ${srcPlug} on ${srcChainSlug} is not connected to ${dstChainSlug}` }
  }
  try {
    return await publicClient.readContract({
      ...socket,
      functionName: "getMinFees",
      args: [msgGasLimit, BigInt(payloadLength), zeroHash, zeroHash, dstChainSlug, srcPlug],
    })
  } catch (error) {
    const revert = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    if (!(revert instanceof ContractFunctionRevertedError)) throw error
    return { problem: `the socket refuses such a message: ${revert.data?.errorName ?? revert.shortMessage}` }
  }
}
