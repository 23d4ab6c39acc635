import { type Address, type Client, type Hex, isAddressEqual, zeroAddress, zeroHash } from "viem"
import { readContract } from "viem/actions"

import { socketAbi } from "./abi.js"
import { explainProtocolError, PlugNotConnectedError } from "./callErrors.js"
import { getPlugConfig } from "./getPlugConfig.js"
import { checkAddress, checkByteCount, checkBytes32, checkSlug, checkUint256 } from "#src/primitives/checks.js"

/** The message to price. */
export type GetMinFeesParameters = {
  /** The socket of the source chain. */
  socket: Address
  plug: Address
  dstChainSlug: number
  /** Gas for `inbound` on the destination chain. */
  minMsgGasLimit: bigint
  /** Bytes, not hex characters. */
  payloadSize: number
  /** Default: zero, which sends no native value along. */
  executionParams?: Hex | undefined
  /** Default: zero, which transmits at the default speed. */
  transmissionParams?: Hex | undefined
}

/**
 * Reads the minimum fee of one message from the socket of the source chain.
 *
 * @param client a viem client of the source chain
 * @returns wei of the source chain's native token
 * @throws {InvalidInputError} a parameter is invalid
 * @throws {PlugNotConnectedError} the plug has no sibling on the destination chain, for which the socket reverts without data
 * @throws {WrongContractError} there is no socket at the address on the client's chain
 * @throws {CallRevertedError} the socket reverts for another reason, which is decoded
 * @throws {NodeFailedError} the node did not answer
 * @example
 * const fee = await getMinFees(client, { socket, plug, dstChainSlug: 10, minMsgGasLimit: 100_000n, payloadSize: 96 })
 */
export async function getMinFees(client: Client, parameters: GetMinFeesParameters): Promise<bigint> {
  const socket = checkAddress(parameters.socket, "socket")
  const plug = checkAddress(parameters.plug, "plug")
  const dstChainSlug = checkSlug(parameters.dstChainSlug, "dstChainSlug")
  const minMsgGasLimit = checkUint256(parameters.minMsgGasLimit, "minMsgGasLimit")
  const payloadSize = BigInt(checkByteCount(parameters.payloadSize, "payloadSize"))
  const executionParams = checkBytes32(parameters.executionParams ?? zeroHash, "executionParams")
  const transmissionParams = checkBytes32(parameters.transmissionParams ?? zeroHash, "transmissionParams")
  const args = [minMsgGasLimit, payloadSize, executionParams, transmissionParams, dstChainSlug, plug] as const
  try {
    return await readContract(client, { abi: socketAbi, address: socket, functionName: "getMinFees", args })
  } catch (error) {
    throw await whyNoFee(client, error, { socket, plug, dstChainSlug })
  }
}

/** An empty revert can have several reasons, so this checks whether the plug is connected. */
async function whyNoFee(
  client: Client,
  error: unknown,
  { socket, plug, dstChainSlug }: { socket: Address; plug: Address; dstChainSlug: number },
): Promise<unknown> {
  try {
    const { siblingPlug } = await getPlugConfig(client, { socket, plug, siblingChainSlug: dstChainSlug })
    if (isAddressEqual(siblingPlug, zeroAddress)) return new PlugNotConnectedError({ plug, dstChainSlug, socket })
    return explainProtocolError(error, { address: socket, functionName: "getMinFees" })
  } catch (reason) {
    return reason
  }
}
