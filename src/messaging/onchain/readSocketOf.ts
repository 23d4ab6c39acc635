import { type Address, type Client, zeroAddress } from "viem"
import { readContract } from "viem/actions"
import { isAddressEqual, parseAbi } from "viem/utils"

import { socketAbi } from "./abi.js"
import { explainProtocolError } from "./callErrors.js"
import { WrongSocketError } from "./fees/feeErrors.js"
import { isContractFailure, WrongContractError } from "#src/onchain/callErrors.js"
import { readCodeSize } from "#src/onchain/readNode.js"

/**
 * Finds the socket of a plug. A plug of any shape does if the caller knows the socket; otherwise the plug has to name it.
 *
 * @param known the socket that the caller knows
 * @throws {WrongContractError} there is no contract, or it names no socket and the caller knows none
 * @throws {WrongSocketError} the plug names another socket than the known one
 * @throws {NodeFailedError} the node did not answer
 */
export async function readSocketOf(client: Client, plug: Address, known?: Address): Promise<Address> {
  const named = await readNamedSocket(client, plug)
  if (known === undefined) {
    if (named !== undefined) return named
    const next =
      "Check the plug's address and chain. If the contract names its socket neither by socket() nor by socket__(), pass the chain's socket."
    throw new WrongContractError({ address: plug, expected: "plug that names its socket", next })
  }
  if (named !== undefined && !isAddressEqual(named, known)) {
    throw new WrongSocketError({ plug, socket: known, itsSocket: named })
  }
  if (named === undefined && (isAddressEqual(plug, known) || (await readCodeSize(client, plug)) === 0)) {
    throw new WrongContractError({ address: plug, expected: "plug", next: "Check the plug's address and chain." })
  }
  return known
}

/** Reads of which chain a socket is; `undefined` if there is none at the address. */
export async function readSlug(client: Client, socket: Address): Promise<number | undefined> {
  const call = { address: socket, functionName: "chainSlug" } as const
  try {
    return await readContract(client, { ...call, abi: socketAbi })
  } catch (error) {
    if (isContractFailure(error)) return undefined
    throw explainProtocolError(error, call)
  }
}

const getters = parseAbi(["function socket() view returns (address)", "function socket__() view returns (address)"])

async function readNamedSocket(client: Client, plug: Address): Promise<Address | undefined> {
  for (const functionName of ["socket", "socket__"] as const) {
    try {
      const socket = await readContract(client, { abi: getters, address: plug, functionName })
      if (socket !== zeroAddress) return socket
    } catch (error) {
      if (!isContractFailure(error)) throw explainProtocolError(error, { address: plug, functionName })
    }
  }
  return undefined
}
