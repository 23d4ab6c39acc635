import type { Address, Client, Hex } from "viem"
import { encodeFunctionData, getAbiItem, toFunctionSelector } from "viem/utils"

import { plugAbi, socketAbi } from "../abi.js"
import { readFunction } from "#src/onchain/readFunction.js"

/** What the code behind a plug can do; `null` where that is in doubt, as of code that runs that of others. */
export type PlugCode = {
  /** Whether there is code that can take a message: of a proxy, that of its implementation too. */
  readonly hasCode: boolean
  /** The contract whose code a proxy runs as its own. */
  readonly implementation?: Address | undefined
  /** Whether it has the function with which plugs receive. A fallback that takes anything is a doubt. */
  readonly receives: boolean | null
  /** Whether it calls the function of the socket with which plugs send. */
  readonly sends: boolean | null
}

export type ReadPlugCodeParameters = {
  readonly plug: Address
  readonly socket: Address
  /** A chain whose messages it may receive. */
  readonly siblingChainSlug: number
  readonly blockNumber?: bigint | undefined
}

const inboundSelector = toFunctionSelector(getAbiItem({ abi: plugAbi, name: "inbound" }))
const outboundSelector: Hex = toFunctionSelector(getAbiItem({ abi: socketAbi, name: "outbound" }))

/** The function that a plug lacks which can receive nothing, in words. */
export const missingInbound: string = `no function inbound(uint32,bytes) (selector ${inboundSelector})`

/** Reads what the code behind a plug can do. Throws the errors of viem if the node does not answer. */
export async function readPlugCode(
  client: Client,
  { plug: address, socket: from, siblingChainSlug, blockNumber }: ReadPlugCodeParameters,
): Promise<PlugCode> {
  const data = encodeFunctionData({ abi: plugAbi, functionName: "inbound", args: [siblingChainSlug, "0x"] })
  const { isThere, contains, ...code } = await readFunction(client, { address, from, data, blockNumber })
  return { ...code, receives: isThere, sends: contains(outboundSelector) }
}
