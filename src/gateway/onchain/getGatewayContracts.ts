import type { Address, Client } from "viem"

import { readContract } from "viem/actions"

import { explainCallError, isRefusal, WrongContractError } from "../../onchain/callErrors.js"
import { checkAddress } from "../../primitives/checks.js"
import { addressResolverAbi } from "./abi.js"

/** Who knows the gateway chain's contracts. */
export type GetGatewayContractsParameters = { addressResolver: Address }

/** The contracts of a gateway chain that app gateways and their authors talk to. */
export type GatewayContracts = {
  readonly watcher: Address
  readonly feesManager: Address
  readonly asyncDeployer: Address
}

/**
 * Asks the address resolver of a gateway chain where the other contracts are.
 *
 * @param client a viem client of the gateway chain
 * @throws {WrongContractError} there is no address resolver at that address
 * @throws {NodeFailedError} the node didn't answer
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
      // No address resolver refuses these questions.
      if (!isRefusal(error)) throw explainCallError(error, { address, functionName })
      const next = "Check the address resolver's address, and that the client is one of the gateway chain."
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
