import type { Hex } from "viem"
import { decodeFunctionData, encodeFunctionData, getAbiItem, toFunctionSelector } from "viem/utils"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { valueIn } from "#src/messaging/onchain/delivery/inboundCall.js"

/** A call of `execute` of the socket. */
export type SubmittedExecution = {
  readonly messageId: Hex
  /** Gas for `inbound`. */
  readonly gasLimit: bigint
  readonly data: Hex
  /** The native value that the message promises, without which the socket refuses it. */
  readonly value: bigint
}

const execute = getAbiItem({ abi: socketAbi, name: "execute" })
const selector = toFunctionSelector(execute).slice(2)

/** Places that are looked at in one transaction: whoever sends a message chooses much of its data. */
const most = 200

/** Finds the calls of `execute` in the data of a transaction, in their order: alone, or inside of the call of a batch. */
export function executionsIn(input: Hex): readonly SubmittedExecution[] {
  const found: SubmittedExecution[] = []
  let looked = 0
  for (let at = input.indexOf(selector, 2); at !== -1 && looked < most; at = input.indexOf(selector, at + 2)) {
    looked += 1
    const submitted = at % 2 === 0 ? decode(`0x${input.slice(at)}`) : undefined
    if (submitted !== undefined) found.push(submitted)
  }
  return found
}

function decode(data: Hex): SubmittedExecution | undefined {
  try {
    const { args } = decodeFunctionData({ abi: [execute], data })
    const [{ executionGasLimit: gasLimit }, { msgId: messageId, executionParams }] = args
    const own = encodeFunctionData({ abi: [execute], args })
    return { messageId, gasLimit, data: own, value: valueIn(executionParams) }
  } catch {
    // The same four bytes, in the middle of something else.
    return undefined
  }
}

/** The same call with other gas for `inbound`, which no one signs. */
export function withGasLimit(data: Hex, executionGasLimit: bigint): Hex {
  const [details, message] = decodeFunctionData({ abi: [execute], data }).args
  return encodeFunctionData({ abi: [execute], args: [{ ...details, executionGasLimit }, message] })
}
