import type { Abi, AbiFunction, Address, Hex } from "viem"
import { decodeAbiParameters, getAbiItem, getAddress, isAddressEqual, isHex, slice } from "viem/utils"

import { zeroAddress } from "../../primitives/address.js"
import { nativeToken } from "../nativeToken.js"
import type { EvmTransaction } from "../types.js"
import { type CalldataField, calldataFields, type KnownRouter, type KnownRouters } from "./KnownRouter.js"
import type { Refuse } from "./routeRefusals.js"
import type { CheckedRoute } from "./types.js"

/**
 * Decodes the calldata of a known router, and refuses a route whose calldata pays another receiver, in another token or on another chain
 * than requested, or less than the route promises. Of any other calldata it looks for the receiver alone.
 *
 * @param refuse called with the first reason that applies
 * @returns what the calldata does not tell
 */
export function checkCalldata(
  { to, data }: EvmTransaction,
  { request, leastOut, routers }: Pick<CheckedRoute, "request" | "leastOut"> & { readonly routers: KnownRouters },
  refuse: Refuse,
): readonly CalldataField[] {
  const { receiverAddress, outputToken, originChainId, destinationChainId } = request
  const decoded = decodeRoute(routerAt(routers, to), data, () => refuse("CALLDATA_MALFORMED"))
  if (decoded === undefined) {
    if (!data.toLowerCase().includes(receiverAddress.slice(2).toLowerCase())) {
      refuse("CALLDATA_OTHER_RECEIVER", { requested: receiverAddress, offered: "calldata that does not contain it" })
    }
    return calldataFields
  }
  const { receiver, outputToken: token, leastOut: least, destinationChain = originChainId } = decoded
  if (receiver === undefined || !isAddressEqual(receiver, receiverAddress)) {
    refuse("CALLDATA_OTHER_RECEIVER", { requested: receiverAddress, offered: receiver })
  }
  if (token === undefined || !isAddressEqual(token === zeroAddress ? nativeToken : token, outputToken)) {
    refuse("CALLDATA_OTHER_OUTPUT", { requested: outputToken, offered: token })
  }
  if (destinationChain !== null && destinationChain !== destinationChainId) {
    refuse("CALLDATA_OTHER_CHAIN", { requested: String(destinationChainId), offered: String(destinationChain) })
  }
  if (least !== null && least < leastOut) {
    refuse("CALLDATA_LESS_OUT", { requested: String(leastOut), offered: String(least) })
  }
  return [
    ...(least === null ? (["leastOut"] as const) : []),
    ...(destinationChain === null ? (["destinationChain"] as const) : []),
  ]
}

function routerAt(routers: KnownRouters, address: Address): KnownRouter | undefined {
  const known = Object.entries(routers).find(([key]) => key.toLowerCase() === address.toLowerCase())
  return known?.[1]
}

/** @returns `null` for what the calldata does not say; `undefined` for a router or a function that is not known */
function decodeRoute(router: KnownRouter | undefined, data: Hex, malformed: () => never) {
  if (router === undefined) return undefined
  const called = functionOf(router.abi, data)
  const paths = called && router.functions[called.name]
  if (called === undefined || paths === undefined) return undefined
  const read = (path: string): unknown => {
    try {
      return valueAt(router.abi, argumentsOf(called, data), path.split("."))
    } catch {
      return malformed()
    }
  }
  const number = (path: string): bigint => numberIn(read(path)) ?? malformed()
  const { receiver, outputToken, leastOut, destinationChain } = paths
  return {
    receiver: addressIn(read(receiver)),
    outputToken: addressIn(read(outputToken)),
    leastOut: leastOut === null ? null : number(leastOut),
    destinationChain:
      typeof destinationChain === "string" ? chainOf(router, number(destinationChain)) : destinationChain,
  }
}

function functionOf(abi: Abi, data: Hex): AbiFunction | undefined {
  const item = getAbiItem({ abi, name: slice(data, 0, 4) }) as AbiFunction | undefined
  return item?.type === "function" ? item : undefined
}

function argumentsOf({ inputs }: AbiFunction, data: Hex): Readonly<Record<string, unknown>> {
  const values = decodeAbiParameters(inputs, slice(data, 4))
  return Object.fromEntries(inputs.map(({ name }, index) => [name ?? "", values[index]]))
}

/** Follows a path through tuples, arrays, and the calls that bytes contain. */
function valueAt(abi: Abi, value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (!isHex(value)) return valueAt(abi, isOwn(value, name) ? value[name] : undefined, rest)
  const called = functionOf(abi, value)
  return called?.name === name ? valueAt(abi, argumentsOf(called, value), rest) : undefined
}

function isOwn(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
}

/** Some bridges write an address as 32 bytes. */
function addressIn(value: unknown): Address | undefined {
  if (typeof value !== "string" || !/^0x(0{24})?[0-9a-f]{40}$/i.test(value)) return undefined
  return getAddress(`0x${value.slice(-40)}`)
}

function numberIn(value: unknown): bigint | undefined {
  return typeof value === "bigint" || typeof value === "number" ? BigInt(value) : undefined
}

/** `undefined` is the origin chain. */
function chainOf({ chainIds = {} }: KnownRouter, number: bigint): number | undefined {
  return number === 0n ? undefined : (chainIds[Number(number)] ?? Number(number))
}
