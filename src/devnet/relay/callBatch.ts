import type { Address, Hex, RpcLog } from "viem"
import {
  decodeAbiParameters,
  decodeFunctionResult,
  encodeErrorResult,
  getAbiItem,
  isAddressEqual,
  isHex,
  numberToHex,
  parseAbi,
  toFunctionSelector,
} from "viem/utils"

import type { LocalChain } from "../chain/chains.js"
import { encodeCall } from "../chain/encodeCall.js"
import { maxTransactionGas } from "../chain/hardfork.js"
import { createLogParser } from "#src/primitives/createLogParser.js"
import { largerOf, smallerOf } from "#src/primitives/numbers/amount.js"

/** @param gas exact gas limit of the call */
export type ActorCall = { readonly to: Address; readonly data: Hex; readonly gas: bigint; readonly value?: bigint }

/** How a call of a batch went, or would go. */
export type CallOutcome = { readonly success: boolean; readonly gasUsed: bigint; readonly revertData: Hex }

/** The part of `CallBatch.sol` that is called here. The relay imports no artifact, because it knows no protocol. */
const abi = parseAbi([
  "struct Call { address to; uint256 value; uint256 gas; bytes data; }",
  "struct Failure { uint256 index; bytes revertData; }",
  "function tryAll(Call[] calls) payable returns (uint256[] gasUsed, Failure[] failures)",
  "event CallReverted(uint256 index, bytes revertData)",
])

const tryAll = getAbiItem({ abi, name: "tryAll" })
/** Known, because viem would hash every function of the ABI for each call that it decodes. */
const tryAllSelector = toFunctionSelector(tryAll)
const parseReverted = createLogParser([getAbiItem({ abi, name: "CallReverted" })])

/** Returns the transaction with which a batcher makes these calls. */
export function batchTransaction(batcher: Address, calls: readonly ActorCall[]): Required<ActorCall> {
  const args = [calls.map(({ to, data, gas, value = 0n }) => ({ to, value, gas, data }))] as const
  return {
    to: batcher,
    data: encodeCall({ abi, functionName: "tryAll", args }),
    gas: gasPerTransaction + calls.reduce((total, call) => total + gasWithin(call), 0n),
    value: calls.reduce((total, { value = 0n }) => total + value, 0n),
  }
}

/** Reads what a batch returns to who simulates it. */
export function readOutcomes(data: Hex): readonly CallOutcome[] {
  const [gasUsed, failures] = decodeFunctionResult({ abi, functionName: "tryAll", data })
  const revertDataAt = new Map(failures.map(({ index, revertData }) => [Number(index), revertData]))
  return gasUsed.map((used, index) => {
    const revertData = revertDataAt.get(index)
    return { success: revertData === undefined, gasUsed: used, revertData: revertData ?? "0x" }
  })
}

/** Reads which calls of a mined batch reverted, by position, with revert data. Only the batcher's logs count: a target can imitate. */
export function readReverted(logs: readonly RpcLog[], batcher: Address): ReadonlyMap<number, Hex> {
  const own = logs.filter(({ address }) => isAddressEqual(address, batcher))
  return new Map(parseReverted(own).map(({ args }) => [Number(args.index), args.revertData]))
}

/** Reads the calls from a batch's data. Nothing for another function, or for an odd layout that Solidity may accept. */
export function readCalls(data: Hex): readonly Required<ActorCall>[] {
  if (!data.startsWith(tryAllSelector)) return []
  try {
    return decodeAbiParameters(tryAll.inputs, `0x${data.slice(10)}`)[0]
  } catch {
    return []
  }
}

/** At least one, so that a call too large for any transaction fails with the chain's own error. */
export function countWithinGas(items: readonly { readonly call: Pick<ActorCall, "gas" | "data"> }[]): number {
  let left = maxTransactionGas - gasPerTransaction
  const tooMany = items.findIndex(({ call }) => (left -= gasWithin(call)) < 0n)
  return tooMany === -1 ? items.length : Math.max(1, tooMany)
}

/** Gas that a transaction through the batcher needs beside its calls, with what the batcher keeps back for its last call. */
const gasPerTransaction = 200_000n

/** The most gas that one call can be given, if it is alone in its transaction and its data is of ordinary length. */
export const maxCallGas = 15_500_000n

/** The batcher's own work on a call, and its event. */
const gasPerCall = 20_000n
const gasPerByte = 60n

/** The most gas that a call with this data can be given, if it is alone in its transaction: long data takes its share. */
export function maxGasFor(data: Hex): bigint {
  const left = ((maxTransactionGas - gasPerTransaction - gasToBatch(data)) * 63n) / 64n
  if (left > maxCallGas) return maxCallGas
  // Data that fits in no transaction is refused by the chain, with an error that says so.
  return largerOf(left, 0n)
}

/** Gas that a call adds to its transaction. A call gets at most 63/64 of the gas that is left. */
function gasWithin({ gas, data }: { gas: bigint; data: Hex }): bigint {
  return (gas * 64n) / 63n + gasToBatch(data)
}

function gasToBatch(data: Hex): bigint {
  return gasPerCall + gasPerByte * BigInt(data.length / 2)
}

/** Calls before it in the transaction can make a call more expensive, and each inner call gets at most 63/64 of what is left. */
export function withMargin(gasUsed: bigint, maxGas: bigint): bigint {
  return smallerOf((gasUsed * 3n) / 2n + 60_000n, maxGas)
}

/** Makes a call as if it came in the next block, and returns what it returns. Rejects if it reverts, or if the chain refuses to run it. */
export async function callPending(
  chain: Pick<LocalChain, "provider">,
  from: Address,
  { to, data, gas, value }: Required<ActorCall>,
): Promise<Hex> {
  const call = { from, to, data, gas: numberToHex(gas), value: numberToHex(value) }
  return (await chain.provider.request({ method: "eth_call", params: [call, "pending"] })) as Hex
}

/** Returns what a call reverted with, from the error of a provider in this process; `0x` when there is no revert data. */
export function revertDataOf(error: unknown): Hex {
  if (typeof error !== "object" || error === null) return "0x"
  const { data } = error as { data?: unknown }
  if (isHex(data)) return data
  return revertDataOf(data)
}

/** What a call reverted with, or the chain's own message as revert data when it refused to run the call at all. */
export function failureDataOf(error: unknown): Hex {
  const revertData = revertDataOf(error)
  if (revertData !== "0x" || !(error instanceof Error)) return revertData
  const isSilentRevert = "data" in error && isHex(error.data)
  return isSilentRevert ? revertData : textRevert(error.message)
}

/** Encodes a text as revert data, as a contract's `require` does. */
export function textRevert(reason: string): Hex {
  return encodeErrorResult({ abi: errorAbi, args: [reason] })
}

const errorAbi = parseAbi(["error Error(string reason)"])

/** Gives a reason to a call that ran out of gas: the EVM gives none, so it looks like a revert without one. */
export function explainSilence({ revertData, gasUsed }: { revertData: Hex; gasUsed: bigint }, gas: bigint): Hex {
  // An inner call gets at most 63/64 of the gas that is left, so the rest may be unused.
  if (revertData !== "0x" || gasUsed * 64n < gas * 63n) return revertData
  return textRevert(`it gave no reason, and used up all of its ${gas} gas`)
}
