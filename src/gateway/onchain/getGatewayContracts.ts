import type { Address, Client } from "viem"
import { readContract } from "viem/actions"

import { addressResolverAbi } from "./abi.js"
import { throwUnless } from "#src/onchain/callErrors.js"
import { checkAddress } from "#src/primitives/checks.js"

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
    const call = { abi: addressResolverAbi, address, functionName }
    const next = "Check the address resolver's address, and that the client is connected to the gateway chain."
    return await readContract(client, call).catch(throwUnless("address resolver", call, next))
  }
  const [watcher, feesManager, asyncDeployer] = await Promise.all([
    read("watcher__"),
    read("feesManager__"),
    read("asyncDeployer__"),
  ])
  return { watcher, feesManager, asyncDeployer }
}
