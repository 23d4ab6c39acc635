import {
  type Abi,
  type AbiFunction,
  type Address,
  type Client,
  concat,
  type Hex,
  isAddressEqual,
  numberToHex,
  type ParseAbi,
  parseAbi,
  size,
} from "viem"
import { encodeFunctionData, getAddress, toFunctionSignature } from "viem/utils"

import type { BatchCall } from "./Batch.js"
import { readCodeSize } from "#src/onchain/readNode.js"

/** What makes several calls one: the first version of a Safe whose wallet uses it, whether it refuses delegatecalls, and where it is. */
const deployed: readonly (readonly [since: number, isCallOnly: boolean, address: Address])[] = [
  [1.5, true, "0xA83c336B20401Af773B6219BA5027174338D1836"],
  [1.5, false, "0x218543288004CD07832472D464648173c77D7eB7"],
  [1.4, true, "0x9641d764fc13c8B624c04430C7356C1C7C8102e2"],
  [1.4, true, "0x0408EF011960d02349d50286D20531229BCef773"],
  [1.4, false, "0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526"],
  [1.4, false, "0x309D0B190FeCCa8e1D5D8309a16F7e3CB133E885"],
  [0, true, "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D"],
  [0, true, "0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B"],
  [0, true, "0xf220D3b4DFb23C4ade8C88E526C1353AbAcbC38F"],
  [0, false, "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761"],
  [0, false, "0x998739BFdAAdde7C933B942a68053933098f9EDa"],
  [0, false, "0x8D29bE29923b68abfDD21e541b9374737B49cdAD"],
]

export function isMultiSend(to: Address): boolean {
  return deployed.some(([, , address]) => isAddressEqual(address, to))
}

/** The one that the wallet of a Safe uses for calls on a chain; `undefined` if none is there. */
export async function findMultiSend(
  client: Client,
  { version, calls }: { readonly version: number; readonly calls: readonly BatchCall[] },
): Promise<Address | undefined> {
  const own = deployed.find(([since]) => version >= since)?.[0]
  const isForCalls = calls.every(({ operation }) => operation === 0)
  for (const [since, isCallOnly, address] of deployed) {
    if (since === own && isCallOnly === isForCalls && (await readCodeSize(client, address)) > 0) return address
  }
  return undefined
}

const functions = ["function multiSend(bytes transactions) payable"] as const
const multiSendAbi: ParseAbi<typeof functions> = parseAbi(functions)

export function packMultiSend(calls: readonly BatchCall[]): Hex {
  const packed = calls.flatMap(({ operation, to, value, data }) => [
    ...[numberToHex(operation, { size: 1 }), to, numberToHex(value, { size: 32 })],
    ...[numberToHex(size(data), { size: 32 }), data],
  ])
  return encodeFunctionData({ abi: multiSendAbi, args: [concat(packed).toLowerCase() as Hex] })
}

/** Takes packed calls apart; `undefined` if they are malformed. */
export function unpackMultiSend(packed: Hex): BatchCall[] | undefined {
  const calls: BatchCall[] = []
  let at = 2
  const take = (bytes: number): string => packed.slice(at, (at += bytes * 2))
  while (at < packed.length) {
    const [operation, to, value, length] = [take(1), take(20), take(32), take(32)]
    const isOperation = operation === "00" || operation === "01"
    if (!isOperation || length.length < 64 || BigInt(`0x${length}`) * 2n > packed.length - at) return undefined
    const data: Hex = `0x${take(Number(`0x${length}`))}`
    const call = { to: getAddress(`0x${to}`), value: BigInt(`0x${value}`), data }
    calls.push({ ...call, operation: operation === "01" ? 1 : 0 })
  }
  return calls
}

/** Takes the calls out of the arguments of a function; `undefined` if they are malformed. */
type Unpack = (...args: readonly never[]) => readonly BatchCall[] | undefined

const call = (to: Address, value: bigint, data: Hex): readonly BatchCall[] => [{ to, value, data, operation: 0 }]
const callOfManager = (to: Address, data: Hex): readonly BatchCall[] => call(to, 0n, data)
const callOfSafe = (to: Address, value: bigint, data: Hex, operation: number): readonly BatchCall[] | undefined =>
  operation === 0 || operation === 1 ? [{ to, value, data, operation }] : undefined
type Call3 = { readonly target: Address; readonly value?: bigint; readonly callData: Hex }
const callsOfTimelock = (
  targets: readonly Address[],
  values: readonly bigint[],
  payloads: readonly Hex[],
): readonly BatchCall[] | undefined =>
  targets.length === values.length && targets.length === payloads.length
    ? targets.flatMap((to, index) => call(to, values[index] ?? 0n, payloads[index] ?? "0x"))
    : undefined

/**
 * The functions that carry calls of others: of MultiSend, Safe, TimelockController, AccessManager, accounts of ERC-4337 and Multicall3. Each
 * call is made by the contract itself.
 */
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
  "execute(address dest, uint256 value, bytes func)": call,
  "executeBatch(address[] dest, uint256[] value, bytes[] func)": callsOfTimelock,
  "aggregate3((address target, bool allowFailure, bytes callData)[] calls)": (calls: readonly Call3[]) =>
    calls.flatMap(({ target, callData }) => call(target, 0n, callData)),
  "aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)": (
    calls: readonly Call3[],
  ) => calls.flatMap(({ target, value = 0n, callData }) => call(target, value, callData)),
}

/** It makes calls of itself, as who calls it. */
const ofItself = "multicall(bytes[] data)"

/** The functions of contracts that carry calls. */
export const carrierAbi: Abi = parseAbi(
  [...Object.keys(carriers), ofItself].map((signature) => `function ${signature}`),
)

const bySignature = new Map(
  Object.values(carriers).map((unpack, index) => [
    toFunctionSignature(carrierAbi[index] as AbiFunction),
    unpack as (...args: readonly unknown[]) => readonly BatchCall[] | undefined,
  ]),
)

/** The calls that a call carries, and who makes them; `undefined` if they are malformed, and none if its function carries none. */
export function unpackCalls(
  signature: string,
  args: readonly unknown[],
  { to, operation, sender }: Pick<BatchCall, "to" | "operation"> & { readonly sender: Address },
): { readonly by: Address; readonly calls: readonly BatchCall[] } | undefined {
  if (signature === "multicall(bytes[])") {
    return { by: sender, calls: (args[0] as readonly Hex[]).flatMap((data) => call(to, 0n, data)) }
  }
  const unpack = bySignature.get(signature)
  const calls = unpack === undefined ? [] : unpack(...args)
  // What is unpacked by a delegatecall is still of the sender.
  return calls && { by: operation === 1 ? sender : to, calls }
}

const events = [
  "event CallScheduled(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data, bytes32 predecessor, uint256 delay)",
  "event CallExecuted(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data)",
  "event OperationScheduled(bytes32 indexed operationId, uint32 indexed nonce, uint48 schedule, address caller, address target, bytes data)",
  "event OperationExecuted(bytes32 indexed operationId, uint32 indexed nonce)",
] as const

/** What a TimelockController and an AccessManager log of the calls that they carry. */
export const carrierEvents: ParseAbi<typeof events> = parseAbi(events)
