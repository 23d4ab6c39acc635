import { zeroAddress, zeroHash } from "viem"

import { socketAbi } from "../../messaging/abi.js"
import type { EstimateMinFeesQuery } from "../../messaging/schemas.js"
import type { Desk } from "../relay/desk.js"

/** What a message costs at least now, in wei; `undefined` when the plug has no sibling on that chain. */
export async function minFees(
  desks: readonly Desk[],
  { srcPlug, srcChainSlug, dstChainSlug, msgGasLimit, payloadLength }: EstimateMinFeesQuery,
): Promise<bigint | undefined> {
  const desk = desks.find(({ chain }) => chain.slug === srcChainSlug)
  if (desk === undefined) return undefined
  const { publicClient } = desk.chain
  const socket = { address: desk.contracts.socket, abi: socketAbi } as const
  const [sibling] = await publicClient.readContract({
    ...socket,
    functionName: "getPlugConfig",
    args: [srcPlug, dstChainSlug],
  })
  if (sibling === zeroAddress) return undefined
  return await publicClient.readContract({
    ...socket,
    functionName: "getMinFees",
    args: [msgGasLimit, BigInt(payloadLength), zeroHash, zeroHash, dstChainSlug, srcPlug],
  })
}
