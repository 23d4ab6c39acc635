import { type Address, type Client, type Hex, isAddressEqual, size, slice, zeroAddress } from "viem"
import { getCode, getStorageAt } from "viem/actions"
import { encodeFunctionData, getAbiItem, hexToBytes, numberToHex, toFunctionSelector } from "viem/utils"

import { plugAbi, socketAbi } from "../abi.js"
import { isFailureOfCode } from "#src/onchain/callErrors.js"
import { instructionsOf, runsOtherCode } from "#src/onchain/instructions.js"
import { requestNode } from "#src/onchain/readNode.js"
import { readRevert } from "#src/onchain/readRevert.js"

/** What the code behind a plug can do; `null` where that is in doubt, as of code that runs that of others. */
export type PlugCode = {
  /** Whether there is code that can take a message: of a proxy, that of its implementation too. */
  readonly hasCode: boolean
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
const outboundSelector = toFunctionSelector(getAbiItem({ abi: socketAbi, name: "outbound" }))

/** The function that a plug lacks which can receive nothing, in words. */
export const missingInbound: string = `no function inbound(uint32,bytes) (selector ${inboundSelector})`

/** The slot of a proxy's implementation, of EIP-1967. */
export const implementationSlot: Hex = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc"

/** Reads what the code behind a plug can do. Throws the errors of viem if the node does not answer. */
export async function readPlugCode(client: Client, parameters: ReadPlugCodeParameters): Promise<PlugCode> {
  const { plug, blockNumber } = parameters
  const codeOf = async (address: Address): Promise<Hex> => (await getCode(client, { address, blockNumber })) ?? "0x"
  const [code, word] = await Promise.all([
    codeOf(plug),
    getStorageAt(client, { address: plug, slot: implementationSlot, blockNumber }).catch(() => undefined),
  ])
  const behind = findImplementation(code, word)
  const own = behind === undefined || code === "0x" ? code : await codeOf(behind)
  if (own === "0x") return { hasCode: false, receives: false, sends: false }
  const has = (selector: Hex): boolean | null => {
    if ([code, own].some((each) => each.includes(selector.slice(2)))) return true
    return runsOthers(own) ? null : false
  }
  const receives = has(inboundSelector)
  return {
    hasCode: true,
    receives: receives === false && !(await refusesInbound(client, parameters)) ? null : receives,
    sends: has(outboundSelector),
  }
}

/** The contract whose code a proxy runs: a minimal one or an account with delegated code (EIP-7702) has its address in its own. */
function findImplementation(code: Hex, word: Hex | undefined): Address | undefined {
  const [, named] = /^0x(?:363d3d373d3d3d363d73|ef0100)([0-9a-f]{40})/.exec(code) ?? []
  if (named !== undefined) return `0x${named}`
  const implementation = word === undefined || size(word) !== 32 ? zeroAddress : slice(word, 12)
  return isAddressEqual(implementation, zeroAddress) ? undefined : implementation
}

function runsOthers(code: Hex): boolean {
  for (const { op } of instructionsOf(hexToBytes(code))) {
    // Behind INVALID the compiler puts data.
    if (op === 0xfe) return false
    if (runsOtherCode(op)) return true
  }
  return false
}

/** More than it takes to find no function. What is in doubt may loop without end. */
const refusalGas = numberToHex(200_000)

/** Whether a call of `inbound` reverts as that of a function does which is not there. */
async function refusesInbound(
  client: Client,
  { plug, socket, siblingChainSlug, blockNumber }: ReadPlugCodeParameters,
): Promise<boolean> {
  const data = encodeFunctionData({ abi: plugAbi, functionName: "inbound", args: [siblingChainSlug, "0x"] })
  const block = blockNumber === undefined ? "latest" : numberToHex(blockNumber)
  try {
    await requestNode(client, "eth_call", { from: socket, to: plug, data, gas: refusalGas }, block)
    return false
  } catch (error) {
    if (isFailureOfCode(error)) return false
    const revert = readRevert(error, [])
    if (revert === undefined) throw error
    return revert.data === "0x"
  }
}
