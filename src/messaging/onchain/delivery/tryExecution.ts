import type { Address, Client, Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { concatHex, encodeFunctionData, keccak256, numberToHex, pad, size, toBytes } from "viem/utils"

import { executionManagerAbi } from "../abi.js"
import { decodeRevert } from "../decodeRevert.js"
import type { OutboundMessage } from "../events.js"
import { executeCall, signedBy } from "../operatorCalls.js"
import { executorRole } from "./executors.js"
import { tryCall, valueIn } from "./inboundCall.js"
import { howCodeFails } from "#src/onchain/callErrors.js"
import { requestNode } from "#src/onchain/readNode.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** An execution, as the socket gets it. */
export type TriedExecution = {
  readonly message: OutboundMessage
  readonly socket: Address
  /** The execution manager of the socket. */
  readonly manager: Address
  /** The account that sends it. */
  readonly executor: Address
  readonly proposal: { readonly packetId: Hex; readonly proposalCount: bigint }
  /** Gas for `inbound`. */
  readonly gasLimit: bigint
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
}

/**
 * How an execution ends. `other hash`: the socket hashes the message otherwise than its source chain, so that no executor has signed it.
 * `untried`: the execution manager keeps its roles where they cannot be overridden, or needs more gas than an execution has here.
 */
export type ExecutionEnd = "succeeds" | "untried" | "other hash" | { readonly error: unknown }

/**
 * Tries `execute` of the socket on the chain's own contracts, as an executor sends it: from its account, at the present price of gas, with the
 * fee and the value of the message. Only the right to execute is taken for granted, because it needs the executor's key: another key signs,
 * and has the role in the storage of the execution manager meanwhile.
 */
export async function tryExecution(
  client: Client,
  { message, socket, manager, executor, proposal, gasLimit, gasPrice }: TriedExecution,
  block: bigint | "pending",
): Promise<ExecutionEnd> {
  const value = valueIn(message.executionParams)
  const gas = gasOfExecution(message, gasLimit)
  const signed = await signedBy(standIn, executeCall(socket, message, { ...proposal, gasLimit }))
  const call = {
    from: executor,
    to: socket,
    data: encodeFunctionData(signed),
    value: numberToHex(value),
    gas: numberToHex(gas),
  }
  const roles = { [manager]: { stateDiff: roleOf(standIn.address) } }
  const overrides = { ...roles, [executor]: { balance: numberToHex(value + gas * gasPrice + 10n ** 18n) } }
  const where = block === "pending" ? block : numberToHex(block)
  const failure = await tryCall(client, { ...call, gasPrice: numberToHex(gasPrice) }, where, overrides)
  if (failure === undefined) return "succeeds"
  if (howCodeFails(failure.error) === "out of gas") return "untried"
  if (decodeRevert(failure.error)?.name !== "NotExecutor") return failure
  const signature = await standIn.signMessage({ message: { raw: message.packedMessage } })
  const asking = { functionName: "isExecutor", args: [message.packedMessage, signature] } as const
  const asked = { to: manager, data: encodeFunctionData({ abi: executionManagerAbi, ...asking }) }
  const answer = (await requestNode(client, "eth_call", asked, where, roles)) as Hex
  return BigInt(`0x${answer.slice(66, 130)}`) === 1n ? "other hash" : "untried"
}

const standIn = privateKeyToAccount(keccak256(toBytes("hardhat-plugs executor")))

/** Where contracts begin to keep roles, as `mapping(bytes32 role => mapping(address => bool))`: after few other variables. */
const mostPlaces = 32

/** Storage that gives an account the role to execute, wherever among the first variables a contract keeps roles. */
const roleOf = memoize((account: Address): Readonly<Record<Hex, Hex>> => {
  const slots = Array.from({ length: mostPlaces }, (_, place): [Hex, Hex] => {
    const ofRole = keccak256(concatHex([executorRole, numberToHex(place, { size: 32 })]))
    return [keccak256(concatHex([pad(account), ofRole])), numberToHex(1, { size: 32 })]
  })
  return Object.fromEntries(slots)
})

/** Gas that a socket uses for a message at most about, with its verification. */
const gasOfSocket = 350_000n
const gasPerPayloadByte = 60n

/** Gas of a whole execution. A call gets at most 63/64 of the gas that is left. */
export function gasOfExecution({ payload }: Pick<OutboundMessage, "payload">, gasLimit: bigint): bigint {
  return gasOfSocket + (gasLimit * 64n) / 63n + gasPerPayloadByte * BigInt(size(payload))
}
