import type { Address, ContractFunctionArgs, Hex } from "viem"
import { concatHex, encodeAbiParameters, getAbiItem, keccak256, toFunctionSelector } from "viem/utils"

import { swapRouterArtifact } from "#extras/swap/src/artifacts/SwapRouter.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** The order that a router executes. See `MarketTypes.sol`. */
export type Order = ContractFunctionArgs<typeof swapRouterArtifact.abi, "payable", "execute">[0]

const execute = getAbiItem({ abi: swapRouterArtifact.abi, name: "execute" })
const executeSelector = toFunctionSelector(execute)

/** By order: the id and the transaction of a quote both begin with it, and it takes a tenth of a millisecond. */
const encodings = new WeakMap<Order, Hex>()

function encodeOrder(order: Order): Hex {
  return getOrAdd(encodings, order, () => encodeAbiParameters(execute.inputs, [order]))
}

/** Computes an order's id as its router does. Every log of the order has it. */
export function quoteIdOf(order: Order, { chainId, router }: { chainId: number; router: Address }): Hex {
  const place = encodeAbiParameters([{ type: "uint256" }, { type: "address" }], [BigInt(chainId), router])
  return keccak256(concatHex([place, encodeOrder(order)]))
}

export function executeData(order: Order): Hex {
  return concatHex([executeSelector, encodeOrder(order)])
}
