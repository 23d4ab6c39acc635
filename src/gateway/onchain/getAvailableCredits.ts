import type { Address, Client } from "viem"

import { readContract } from "viem/actions"

import { explainCallError, isContractFailure, WrongContractError } from "../../onchain/callErrors.js"
import { checkAddress } from "../../primitives/checks.js"
import { feesManagerAbi } from "./abi.js"

/** Whose credits to read. */
export type GetAvailableCreditsParameters = {
  /** The fees manager of the gateway chain. */
  feesManager: Address
  /** An app gateway or any account. */
  account: Address
}

/**
 * Reads how many credits an account can spend now. Credits that are held for its requests are not included.
 *
 * @param client a viem client of the gateway chain
 * @returns credits in the smallest unit
 * @throws {InvalidInputError} an address is invalid
 * @throws {WrongContractError} there is no fees manager at the address
 * @throws {NodeFailedError} the node did not answer
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
    // Every fees manager answers this call, so a contract that fails is not one.
    if (!isContractFailure(error)) throw explainCallError(error, { address: feesManager, functionName })
    const next = "Check the fees manager's address, and that the client is connected to the gateway chain."
    throw new WrongContractError({ address: feesManager, expected: "fees manager", next })
  }
}
