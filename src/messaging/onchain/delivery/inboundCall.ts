import type { Address, Client, Hex } from "viem"
import { encodeFunctionData, hexToBigInt, isHex, numberToHex, size } from "viem/utils"

import { plugAbi } from "../abi.js"
import type { OutboundMessage } from "../events.js"
import { howCodeFails } from "#src/onchain/callErrors.js"
import { gasOfCall, intrinsicGas } from "#src/onchain/gas/planGas.js"
import { requestNode } from "#src/onchain/readNode.js"
import { readRevert } from "#src/onchain/readRevert.js"

/** The call of `inbound` that the socket makes to deliver a message. */
export type InboundCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  /** The native value that the message carries, in wei. */
  readonly value: bigint
}

export type InboundParts = Pick<OutboundMessage, "srcChainSlug" | "dstPlug" | "payload" | "executionParams">

export function inboundCall(socket: Address, message: InboundParts): InboundCall {
  const { srcChainSlug, dstPlug, payload, executionParams } = message
  const data = encodeFunctionData({ abi: plugAbi, functionName: "inbound", args: [srcChainSlug, payload] })
  return { from: socket, to: dstPlug, data, value: valueIn(executionParams) }
}

/** The native value that a message promises: the first byte of its execution parameters is their type, 0 for none. */
export function valueIn(executionParams: Hex): bigint {
  const params = size(executionParams) === 32 ? hexToBigInt(executionParams) : 0n
  return params >> 248n === 0n ? 0n : BigInt.asUintN(248, params)
}

/** Gas to find out whether `inbound` needs more. Not a chain's most: Hardhat's node burns a million in about a second. */
export function moreGasThan(limit: bigint): bigint {
  return limit + 1_000_000n
}

/**
 * Tries a call on the state of a block, with the native value that it needs.
 *
 * @param options.inboundGas gas that `inbound` gets
 * @param options.gasPrice wei for one gas, as an executor pays it. Default: none
 * @returns the error of the node if the call fails; `undefined` if it succeeds
 * @throws the error of the node, if it does not say how the call ends
 */
export async function tryInbound(
  client: Client,
  { from, to, data, value }: InboundCall,
  options: { readonly block?: bigint | "pending" | "latest"; readonly inboundGas: bigint; readonly gasPrice?: bigint },
): Promise<{ readonly error: unknown } | undefined> {
  const { block = "latest", inboundGas, gasPrice = 0n } = options
  const gas = gasOfCall({ data, value }, inboundGas)
  const call = {
    from,
    to,
    data,
    ...(value === 0n ? {} : { value: numberToHex(value) }),
    gas: numberToHex(gas),
    ...(gasPrice === 0n ? {} : { gasPrice: numberToHex(gasPrice) }),
  }
  const where = typeof block === "bigint" ? numberToHex(block) : block
  // The executor brings the value, and pays for the gas. Some nodes charge a call for that without a price, too.
  const brought = value + gas * gasPrice
  const overrides = brought === 0n ? [] : [{ [from]: { balance: numberToHex(brought + oneEther) } }]
  return await tryCall(client, call, where, ...overrides)
}

/** Asks a node how much gas `inbound` needs. `undefined` if it does not say; for a call with value it would have to pay first. */
export async function estimateInbound(
  client: Client,
  call: InboundCall,
  block: bigint | "pending",
): Promise<bigint | undefined> {
  const { from, to, data, value } = call
  if (value !== 0n) return undefined
  const where = typeof block === "bigint" ? numberToHex(block) : block
  const answer = await requestNode(client, "eth_estimateGas", { from, to, data }, where).catch(() => undefined)
  return isHex(answer) ? hexToBigInt(answer) - intrinsicGas({ data, value }) : undefined
}

/** Makes a call on the state of a block. Returns the error that it ends with; throws one that does not say how it ends. */
export async function tryCall(client: Client, ...params: unknown[]): Promise<{ readonly error: unknown } | undefined> {
  try {
    // Not with `call` of viem, which asks servers that a contract names.
    await requestNode(client, "eth_call", ...params)
    return undefined
  } catch (error) {
    if (saysThatItFails(error)) return { error }
    throw error
  }
}

const oneEther = 10n ** 18n

export function saysThatItFails(error: unknown): boolean {
  return readRevert(error, []) !== undefined || howCodeFails(error) === "out of gas"
}

/** Whether a node refuses a call because no transaction may have so much gas. */
export function isGasAboveCap(error: unknown): boolean {
  const says = /gas limit.*(?:exceeds|above|greater|higher).*(?:cap|limit|allowed)/is
  return error instanceof Error && says.test(error.message)
}
