import type { Address, Client } from "viem"

import { readContract } from "viem/actions"

import { explainCallError, isRefusal, WrongContractError } from "../../onchain/callErrors.js"
import { checkAddress } from "../../primitives/checks.js"
import { feesManagerAbi } from "./abi.js"

/** Whose credits to ask for. */
export type GetAvailableCreditsParameters = {
  /** Of the gateway chain. */
  feesManager: Address
  /** An app gateway, or any account. */
  account: Address
}

/**
 * Reads how many credits an account can spend now, in their smallest unit. What is held for its requests is not among them.
 *
 * @param client a viem client of the gateway chain
 * @throws {WrongContractError} there is no fees manager at that address
 * @throws {NodeFailedError} the node didn't answer
 * @example
 * const credits = await getAvailableCredits(client, { feesManager, account: appGateway })
 */
export async function getAvailableCredits(client: Client, parameters: GetAvailableCreditsParameters): Promise<bigint> {
  const feesManager = checkAddress(parameters.feesManager, "feesManager")
  const account = checkAddress(parameters.account, "account")
  const functionName = "getAvailableCredits"
  try {
    return await readContract(client, { abi: feesManagerAbi, address: feesManager, functionName, args: [account] })
  } catch (error) {
    // No fees manager refuses this question.
    if (!isRefusal(error)) throw explainCallError(error, { address: feesManager, functionName })
    const next = "Check the fees manager's address, and that the client is one of the gateway chain."
    throw new WrongContractError({ address: feesManager, expected: "fees manager", next })
  }
}
