import type { Address, Client } from "viem"

import { readContract } from "viem/actions"

import { explainCallError, isContractFailure, WrongContractError } from "../callErrors.js"
import { tokenAbi } from "../tokenAbi.js"

/**
 * Reads how much of a token an account owns, in the smallest unit of the token.
 *
 * @throws {WrongContractError} there is no token at the address
 * @throws {NodeFailedError} the node did not answer
 */
export async function readBalance(client: Client, token: Address, account: Address): Promise<bigint> {
  const functionName = "balanceOf"
  const balance = readContract(client, { abi: tokenAbi, address: token, functionName, args: [account] })
  return await balance.catch(throwExplained(token, functionName))
}

/** Every token answers these calls, so a contract that fails is not a token. */
export function throwExplained(token: Address, functionName: string): (error: unknown) => never {
  return (error) => {
    if (!isContractFailure(error)) throw explainCallError(error, { address: token, functionName })
    throw new WrongContractError({
      address: token,
      expected: "token",
      next: "Check the token's address and its chain.",
    })
  }
}
