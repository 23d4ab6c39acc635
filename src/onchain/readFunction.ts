import { type Address, type Client, type Hex, isAddressEqual, size, slice, zeroAddress } from "viem"
import { getStorageAt, readContract } from "viem/actions"
import { hexToBytes, numberToHex, parseAbi } from "viem/utils"

import { isContractFailure, isFailureOfCode } from "./callErrors.js"
import { gasOfCall } from "./gas/planGas.js"
import { readCodeAt, requestNode } from "./readNode.js"
import { readRevert } from "./readRevert.js"
import { gasRules, presentHardfork } from "#src/primitives/numbers/gasRules.js"

export type ReadFunctionParameters = {
  readonly address: Address
  /** A call of the function, with little data. */
  readonly data: Hex
  /** Who calls it. */
  readonly from: Address
  readonly blockNumber?: bigint | undefined
}

/** Whether a contract has a function; `null` where that is in doubt, as of a fallback that takes anything. */
export type FoundFunction = {
  /** Whether there is code that can take a call: of a proxy, that of its implementation too. */
  readonly hasCode: boolean
  /** The contract whose code a proxy runs as its own. */
  readonly implementation?: Address | undefined
  readonly isThere: boolean | null
  /** Whether its code contains another selector, as that of a function that it calls; `null` if it runs code that was not read. */
  readonly contains: (selector: Hex) => boolean | null
}

/** The slots of EIP-1967 for a proxy's implementation, and for the beacon that names it. */
export const implementationSlot: Hex = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc"
export const beaconSlot: Hex = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50"

/**
 * Finds out whether a contract has a function, in its code and in the code that it runs as its own: of proxies (EIP-1967, beacons, minimal
 * ones), of the facet of a diamond (EIP-2535), and of an account with delegated code (EIP-7702). Throws the errors of viem if the node does
 * not answer.
 */
export async function readFunction(client: Client, parameters: ReadFunctionParameters): Promise<FoundFunction> {
  const { address, data, blockNumber } = parameters
  const selector = slice(data, 0, 4)
  const codeOf = async (at: Address): Promise<Hex> => await readCodeAt(client, { address: at, blockNumber })
  const code = await codeOf(address)
  const { at, isDiamond = false } = await findRunCode(client, { code, selector, address, blockNumber })
  const own = at === address ? code : await codeOf(at)
  const behind = at === address || isDiamond ? {} : { implementation: at }
  if (own === "0x") return { hasCode: false, ...behind, isThere: false, contains: () => false }
  const isOpen = runsOthers(own)
  const has = (wanted: Hex): boolean => [code, own].some((each) => each.includes(wanted.slice(2)))
  const isRefused = async (): Promise<boolean> => {
    if (isDiamond && at === address) return (await refusal(client, parameters, ampleGas)) !== undefined
    if (!isOpen) return (await refusal(client, parameters, ampleGas)) === "0x"
    // Some nodes take no call with so little gas, which says nothing of the contract.
    return (await refusal(client, { ...parameters, address: at }, gasOfOthers - 1n).catch(() => undefined)) === "0x"
  }
  return {
    hasCode: true,
    ...behind,
    isThere: has(selector) ? true : (await isRefused()) ? false : null,
    contains: (wanted) => has(wanted) || (isOpen || isDiamond ? null : false),
  }
}

/** Whether a contract has no function for a call, of which the selector suffices. Not where that is in doubt, or the node does not answer. */
export async function lacksFunction(
  client: Client,
  { data, ...asked }: Omit<ReadFunctionParameters, "blockNumber">,
): Promise<boolean> {
  if (size(data) < 4) return false
  const found = readFunction(client, { ...asked, data: slice(data, 0, 4) })
  return await found.then(
    ({ hasCode, isThere }) => hasCode && isThere === false,
    () => false,
  )
}

type RunCode = {
  /** The contract whose code a call of the function runs. */
  readonly at: Address
  readonly isDiamond?: boolean
}

async function findRunCode(
  client: Client,
  asked: { code: Hex; selector: Hex } & Pick<ReadFunctionParameters, "address" | "blockNumber">,
): Promise<RunCode> {
  const { code, selector, address, blockNumber } = asked
  const [, minimal, delegated] = /^0x(?:(?:..){0,24}73([0-9a-f]{40})5af4|ef0100([0-9a-f]{40})$)/.exec(code) ?? []
  const named = minimal ?? delegated
  if (named !== undefined) return { at: `0x${named}` }
  if (!runsOthers(code)) return { at: address }
  const addressIn = async (slot: Hex): Promise<Address | undefined> => {
    const word = await getStorageAt(client, { address, slot, blockNumber }).catch(() => undefined)
    const found = word === undefined || size(word) !== 32 ? zeroAddress : slice(word, 12)
    return isAddressEqual(found, zeroAddress) ? undefined : found
  }
  const ask = async (contract: Address, question: Question): Promise<Address | undefined> => {
    try {
      return await readContract(client, { abi, address: contract, blockNumber, ...question })
    } catch (error) {
      if (isContractFailure(error) || isFailureOfCode(error)) return undefined
      throw error
    }
  }
  const [implementation, beacon] = await Promise.all([addressIn(implementationSlot), addressIn(beaconSlot)])
  const behind = implementation ?? (beacon && (await ask(beacon, { functionName: "implementation" })))
  if (behind !== undefined) return { at: behind }
  const facetOf = (wanted: Hex) => ask(address, { functionName: "facetAddress", args: [wanted] })
  // Every diamond has a facet with this very function. What answers anything has none.
  if (BigInt((await facetOf(facetSelector)) ?? 0) === 0n) return { at: address }
  const facet = await facetOf(selector)
  return { at: facet === undefined || isAddressEqual(facet, zeroAddress) ? address : facet, isDiamond: true }
}

type Question =
  { readonly functionName: "implementation" } | { readonly functionName: "facetAddress"; readonly args: readonly [Hex] }

const abi = parseAbi([
  "function implementation() view returns (address)",
  "function facetAddress(bytes4 selector) view returns (address)",
])

const facetSelector: Hex = "0xcdffacc6"

function runsOthers(code: Hex): boolean {
  for (const { op } of instructionsOf(hexToBytes(code))) {
    // Behind INVALID the compiler puts data.
    if (op === 0xfe) return false
    if (runsOtherCode(op)) return true
  }
  return false
}

/** More than it takes to find no function. What is in doubt may loop without end. */
const ampleGas = 200_000n

/** What it costs to run the code of another contract (EIP-2929): code that refuses a call with less has not asked another one. */
const gasOfOthers = BigInt(gasRules[presentHardfork].account.cold)

/** The data with which a call reverts: none where the function is not there. `undefined` if it does not revert. */
async function refusal(
  client: Client,
  { address: to, from, data, blockNumber }: ReadFunctionParameters,
  gas: bigint,
): Promise<Hex | undefined> {
  const block = blockNumber === undefined ? "latest" : numberToHex(blockNumber)
  const call = { from, to, data, gas: numberToHex(gasOfCall({ data, value: 0n }, gas)) }
  try {
    await requestNode(client, "eth_call", call, block)
    return undefined
  } catch (error) {
    if (isFailureOfCode(error)) return undefined
    const revert = readRevert(error, [])
    if (revert === undefined) throw error
    return revert.data
  }
}

/** Goes through the instructions of a contract's code, past the values that they push. `at` is the program counter of one. */
export function* instructionsOf(code: Uint8Array): Generator<{ readonly at: number; readonly op: number }> {
  for (let at = 0; at < code.length; at += 1) {
    const op = code[at] ?? 0
    yield { at, op }
    // PUSH1 to PUSH32 carry their value behind them.
    if (op >= 0x60 && op <= 0x7f) at += op - 0x5f
  }
}

/** Whether an instruction runs the code of another contract as its own: DELEGATECALL or CALLCODE. */
export function runsOtherCode(op: number): boolean {
  return op === 0xf4 || op === 0xf2
}
