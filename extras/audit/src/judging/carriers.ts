import { type Abi, type AbiFunction, type Address, type Hex, type ParseAbi, parseAbi } from "viem"
import { toFunctionSignature } from "viem/utils"

import type { BatchCall } from "./Batch.js"
import { unpackMultiSend } from "./multiSend.js"

/** Takes the calls out of the arguments of a function; `undefined` if they are malformed. */
type Unpack = (...args: readonly never[]) => readonly BatchCall[] | undefined

const call = (to: Address, value: bigint, data: Hex): readonly BatchCall[] => [{ to, value, data, operation: 0 }]
const callOfManager = (to: Address, data: Hex): readonly BatchCall[] => call(to, 0n, data)
const callOfSafe = (to: Address, value: bigint, data: Hex, operation: number): readonly BatchCall[] | undefined =>
  operation === 0 || operation === 1 ? [{ to, value, data, operation }] : undefined
const callsOfTimelock = (
  targets: readonly Address[],
  values: readonly bigint[],
  payloads: readonly Hex[],
): readonly BatchCall[] | undefined =>
  targets.length === values.length && targets.length === payloads.length
    ? targets.flatMap((to, index) => call(to, values[index] ?? 0n, payloads[index] ?? "0x"))
    : undefined

/** The functions that carry calls of others: of MultiSend, Safe, TimelockController and AccessManager. Each call is made by the contract itself. */
const carriers: Readonly<Record<string, Unpack>> = {
  "multiSend(bytes transactions)": unpackMultiSend,
  "execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)":
    callOfSafe,
  "execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)": callOfSafe,
  "schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)": call,
  "execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt)": call,
  "scheduleBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt, uint256 delay)":
    callsOfTimelock,
  "executeBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt)":
    callsOfTimelock,
  "schedule(address target, bytes data, uint48 when)": callOfManager,
  "execute(address target, bytes data)": callOfManager,
}

/** The functions of contracts that carry calls. */
export const carrierAbi: Abi = parseAbi(Object.keys(carriers).map((signature) => `function ${signature}`))

const bySignature = new Map(
  (carrierAbi as readonly AbiFunction[]).map((item, index) => [
    toFunctionSignature(item),
    Object.values(carriers)[index] as (...args: readonly unknown[]) => readonly BatchCall[] | undefined,
  ]),
)

/** The calls that a call carries; `undefined` if they are malformed, and none if its function carries none. */
export function unpackCalls(signature: string, args: readonly unknown[]): readonly BatchCall[] | undefined {
  const unpack = bySignature.get(signature)
  return unpack === undefined ? [] : unpack(...args)
}

const events = [
  "event CallScheduled(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data, bytes32 predecessor, uint256 delay)",
  "event CallExecuted(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data)",
  "event OperationScheduled(bytes32 indexed operationId, uint32 indexed nonce, uint48 schedule, address caller, address target, bytes data)",
  "event OperationExecuted(bytes32 indexed operationId, uint32 indexed nonce)",
] as const

/** What a TimelockController and an AccessManager log of the calls that they carry. */
export const carrierEvents: ParseAbi<typeof events> = parseAbi(events)
