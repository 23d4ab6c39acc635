import type { Address, Client } from "viem"
import { readContract } from "viem/actions"

import { explainCallError, isContractFailure, WrongContractError } from "../../onchain/callErrors.js"
import { checkAddress } from "../../primitives/checks.js"
import { addressResolverAbi } from "./abi.js"

/** Where to look up the gateway chain's contracts. */
export type GetGatewayContractsParameters = { addressResolver: Address }

/** The contracts of a gateway chain that app gateways and scripts call. */
export type GatewayContracts = {
  readonly watcher: Address
  readonly feesManager: Address
  readonly asyncDeployer: Address
}

/**
 * Looks up the contracts of a gateway chain at its address resolver.
 *
 * @param client a viem client of the gateway chain
 * @throws {InvalidInputError} the address is invalid
 * @throws {WrongContractError} there is no address resolver at the address
 * @throws {NodeFailedError} the node did not answer
 * @example
 * const { feesManager } = await getGatewayContracts(client, { addressResolver })
 */
export async function getGatewayContracts(
  client: Client,
  parameters: GetGatewayContractsParameters,
): Promise<GatewayContracts> {
  const address = checkAddress(parameters.addressResolver, "addressResolver")
  const read = async (functionName: "watcher__" | "feesManager__" | "asyncDeployer__"): Promise<Address> => {
    try {
      return await readContract(client, { abi: addressResolverAbi, address, functionName })
    } catch (error) {
      // Every address resolver answers these calls, so a contract that fails is not one.
      if (!isContractFailure(error)) throw explainCallError(error, { address, functionName })
      const next = "Check the address resolver's address, and that the client is connected to the gateway chain."
      throw new WrongContractError({ address, expected: "address resolver", next })
    }
  }
  const [watcher, feesManager, asyncDeployer] = await Promise.all([
    read("watcher__"),
    read("feesManager__"),
    read("asyncDeployer__"),
  ])
  return { watcher, feesManager, asyncDeployer }
}
