import { type Abi, type AbiFunction, type Address, parseAbi, size } from "viem"
import { decodeFunctionData, encodeFunctionData, slice, toFunctionSelector } from "viem/utils"

import type { BatchCall } from "./Batch.js"
import { carrierAbi, isMultiSend, unpackCalls } from "./carriers.js"
import { maxCalls } from "./parseBatches.js"
import { plugAbi } from "#src/messaging/onchain/abi.js"
import { type ReadCall, readCall } from "#src/messaging/onchain/connection/readCall.js"

export type DecodedCall = BatchCall & {
  /** Its place in the file, such as `2`, or `2.1` for one that is packed in it. */
  readonly number: string
  readonly from: Address
  /** What the target is called. */
  readonly name: string | undefined
  /** The function and its arguments; `undefined` if no ABI has it, or there is no data. */
  readonly call: ReadCall | undefined
  /** Whether the ABI is that of the target. If not, another contract has a function with the same selector, and the target may do anything. */
  readonly isKnown: boolean
  /** Whether the function is only the file's word: no ABI has it. */
  readonly isClaimed: boolean
  /** Why it could not be decoded whole. */
  readonly problem: string | undefined
  /** The calls that are packed in it. */
  readonly inner: readonly DecodedCall[]
}

export type KnownContract = { readonly name?: string | undefined; readonly abi?: Abi | undefined }

export type DecodingAbis = {
  readonly contractOf: (address: Address) => KnownContract
  /** For contracts that are not known. */
  readonly others: readonly Abi[]
}

/** ABIs of wallets and tokens, for calls of unknown contracts. */
const wallets = parseAbi([
  "function transfer(address to, uint256 amount)",
  "function transferFrom(address from, address to, uint256 amount)",
  "function approve(address spender, uint256 amount)",
  "function setApprovalForAll(address operator, bool approved)",
  "function grantRole(bytes32 role, address account)",
  "function upgradeToAndCall(address implementation, bytes data)",
  "function addOwnerWithThreshold(address owner, uint256 threshold)",
  "function enableModule(address module)",
])

/** How often calls are packed in calls. */
const maxDepth = 8

/** Decodes the calls of an account, with those that are packed in them. What cannot be decoded is there all the same. */
export function decodeCalls(
  calls: readonly BatchCall[],
  { from, first = 1, abis }: { readonly from: Address; readonly first?: number; readonly abis: DecodingAbis },
): DecodedCall[] {
  const common: Abi = [...carrierAbi, ...plugAbi, ...abis.others.flat(), ...wallets]
  const functions = common.filter((item) => item.type === "function")
  // Of two with the same selector, the first counts.
  const bySelector = new Map(functions.toReversed().map((item) => [toFunctionSelector(item), item]))
  let left = maxCalls
  const decode = (call: BatchCall, sender: Address, number: string): DecodedCall => {
    left -= 1
    const { name = isMultiSend(call.to) ? "MultiSend" : undefined, abi } = abis.contractOf(call.to)
    const decoded = {
      ...call,
      from: sender,
      number,
      name,
      call: undefined,
      isKnown: false,
      isClaimed: false,
      inner: [],
    }
    if (call.creates === true) return { ...decoded, problem: "it creates a contract" }
    if (call.data === "0x") return { ...decoded, problem: undefined }
    if (size(call.data) < 4) return { ...decoded, problem: "its data is of no function" }
    const selector = slice(call.data, 0, 4)
    const own = abi?.find((item) => item.type === "function" && toFunctionSelector(item) === selector)
    const known = (own as AbiFunction | undefined) ?? bySelector.get(selector)
    const item = known ?? call.method
    if (item === undefined) return { ...decoded, problem: `no ABI has a function with the selector ${selector}` }
    try {
      const { args = [] } = decodeFunctionData({ abi: [item] as Abi, data: call.data })
      const read = readCall([item], call.data)
      const isKnown = own !== undefined || isMultiSend(call.to)
      const isExact = encodeFunctionData({ abi: [item], args }) === call.data
      const problem = isExact ? undefined : "its data is not how its arguments are encoded"
      return {
        ...decoded,
        call: read,
        isKnown,
        isClaimed: known === undefined,
        problem,
        ...unpack(read.signature, args),
      }
    } catch {
      return { ...decoded, problem: `its data does not fit ${item.name}` }
    }

    function unpack(signature: string, args: readonly unknown[]): Partial<DecodedCall> {
      const packed = unpackCalls(signature, args, { ...call, sender })
      if (packed === undefined) return { problem: "the calls that are packed in it are malformed" }
      if (packed.calls.length > left || number.split(".").length > maxDepth) {
        return { problem: "it has more calls in it than are decoded" }
      }
      return { inner: packed.calls.map((one, index) => decode(one, packed.by, `${number}.${index + 1}`)) }
    }
  }
  return calls.map((call, index) => decode(call, from, String(first + index)))
}

/** Lists calls, each before those that are packed in it. */
export function listCalls(calls: readonly DecodedCall[]): DecodedCall[] {
  return calls.flatMap((call) => [call, ...listCalls(call.inner)])
}

/**
 * Lists what the account itself does: a delegatecall of MultiSend stands for the calls in it.
 *
 * @param codeless where there is no code, and so no MultiSend either
 */
export function listOwnCalls(calls: readonly DecodedCall[], codeless: ReadonlySet<Address> = new Set()): DecodedCall[] {
  return calls.flatMap((call) =>
    call.operation === 1 && isMultiSend(call.to) && call.inner.length > 0 && !codeless.has(call.to)
      ? listOwnCalls(call.inner, codeless)
      : [call],
  )
}
