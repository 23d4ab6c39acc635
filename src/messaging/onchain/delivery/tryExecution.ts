import type { Address, Client, Hex } from "viem"
import { encodeFunctionData, numberToHex, size } from "viem/utils"

import { socketAbi } from "../abi.js"
import type { OutboundMessage } from "../events.js"
import { tryCall, valueIn } from "./inboundCall.js"

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
 * Tries `execute` of the socket as an executor sends it: from its account, at the present price of gas, with the fee and the value of the
 * message. Only the right to execute is taken for granted, because it needs the executor's key: the execution manager is replaced by a
 * contract that answers every question with this executor.
 *
 * @returns the error of the node if it fails, `undefined` if it succeeds
 */
export async function tryExecution(
  client: Client,
  { message, socket, manager, executor, proposal, gasLimit, gasPrice }: TriedExecution,
  block: bigint | "pending",
): Promise<{ readonly error: unknown } | undefined> {
  const { messageId: msgId, fees, minMsgGasLimit, executionParams, payload } = message
  const value = valueIn(executionParams)
  const gas = gasOfExecution(message, gasLimit)
  const details = { ...proposal, executionGasLimit: gasLimit, decapacitorProof: "0x", signature: anySignature } as const
  const data = encodeFunctionData({
    abi: socketAbi,
    functionName: "execute",
    args: [details, { msgId, executionFee: fees.executionFee, minMsgGasLimit, executionParams, payload }],
  })
  const call = { from: executor, to: socket, data, value: numberToHex(value), gas: numberToHex(gas) }
  const overrides = {
    [manager]: { code: answerWith(executor) },
    [executor]: { balance: numberToHex(value + gas * gasPrice + 10n ** 18n) },
  }
  const where = block === "pending" ? block : numberToHex(block)
  return await tryCall(client, { ...call, gasPrice: numberToHex(gasPrice) }, where, overrides)
}

/** Gas that a socket uses for a message at most about, with its verification. */
const gasOfSocket = 350_000n
const gasPerPayloadByte = 60n

/** Gas of a whole execution. A call gets at most 63/64 of the gas that is left. */
export function gasOfExecution({ payload }: Pick<OutboundMessage, "payload">, gasLimit: bigint): bigint {
  return gasOfSocket + (gasLimit * 64n) / 63n + gasPerPayloadByte * BigInt(size(payload))
}

const anySignature: Hex = `0x${"11".repeat(64)}1b`

/** Code that answers every call with `(executor, true)`. */
function answerWith(executor: Address): Hex {
  // PUSH20 executor, PUSH0, MSTORE, PUSH1 1, PUSH1 32, MSTORE, PUSH1 64, PUSH0, RETURN
  return `0x73${executor.slice(2)}5f52600160205260405ff3`
}
