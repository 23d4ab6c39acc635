import type { Address, Hex } from "viem"
import { encodeAbiParameters, getAbiItem, keccak256 } from "viem/utils"

import { swapRouterArtifact } from "../../artifacts/SwapRouter.js"

/** The order that a router executes. See `MarketTypes.sol`. */
export type Order = {
  readonly salt: Hex
  readonly user: Address
  readonly receiver: Address
  readonly refundTo: Address
  readonly inputToken: Address
  readonly inputAmount: bigint
  readonly feeTaker: Address
  readonly feeAmount: bigint
  readonly originDex: Address
  readonly bridgedToken: Address
  readonly minBridgedAmount: bigint
  readonly bridge: Address
  readonly dstChainSlug: number
  readonly destinationDex: Address
  readonly outputToken: Address
  readonly minAmountOut: bigint
  readonly deadline: bigint
}

const [orderType] = getAbiItem({ abi: swapRouterArtifact.abi, name: "execute" }).inputs

/** Computes an order's id as its router does. Every log of the order has it. */
export function quoteIdOf(order: Order, { chainId, router }: { chainId: number; router: Address }): Hex {
  const types = [{ type: "uint256" }, { type: "address" }, orderType] as const
  return keccak256(encodeAbiParameters(types, [BigInt(chainId), router, order]))
}
