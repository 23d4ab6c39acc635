import type { Abi, Address } from "viem"

/**
 * Where the arguments of a router's function say what a route does: as paths of names, such as `order.receiver`. A part of an array is
 * named by its number; a path through `bytes` goes on with the name of the function of the same ABI that they call.
 */
export type RouterFunction = {
  /** The account that is paid. */
  readonly receiver: string
  /** The token that it is paid. The zero address is the native currency, too. */
  readonly outputToken: string
  /** The least amount with which the route does not fail, in the smallest unit. `null`: the calldata does not have it. */
  readonly leastOut: string | null
  /** The number of the chain that pays; 0 is the origin chain. Left out: always the origin chain. `null`: the calldata does not have it. */
  readonly destinationChain?: string | null
}

/** A router whose calldata can be decoded. Any other function than those listed is not decoded. */
export type KnownRouter = {
  readonly abi: Abi
  /** By name. */
  readonly functions: Readonly<Record<string, RouterFunction>>
  /** Chain ids by the router's own numbers of chains. A number that is not listed is a chain id. */
  readonly chainIds?: Readonly<Record<number, number>>
}

/**
 * Routers of one chain, by address.
 *
 * @example
 * const routers: KnownRouters = {
 *   "0x…": { abi, functions: { swapAndBridge: { receiver: "request.to", outputToken: "request.token", leastOut: "request.minOut" } } },
 * }
 */
export type KnownRouters = Readonly<Record<Address, KnownRouter>>

export const calldataFields = ["receiver", "outputToken", "leastOut", "destinationChain"] as const

/** Something that calldata says of a route. */
export type CalldataField = (typeof calldataFields)[number]
