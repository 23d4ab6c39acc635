import type { Address, Client } from "viem"

import { readContract } from "viem/actions"

import { isContractFailure, WrongContractError } from "../../onchain/callErrors.js"
import { plugAbi } from "./abi.js"
import { explainProtocolError } from "./callErrors.js"

/**
 * Reads the socket of a plug.
 *
 * @throws {WrongContractError} the contract does not inherit `Plug.sol`
 * @throws {NodeFailedError} the node did not answer
 */
export async function readSocketOf(client: Client, plug: Address): Promise<Address> {
  try {
    return await readContract(client, { abi: plugAbi, address: plug, functionName: "socket" })
  } catch (error) {
    if (!isContractFailure(error)) throw explainProtocolError(error, { address: plug, functionName: "socket" })
    const next = "Check the plug's address and chain, and that the contract inherits Plug.sol."
    throw new WrongContractError({ address: plug, expected: "plug", next })
  }
}
