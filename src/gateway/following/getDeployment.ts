import type { GatewayClient, GetAddressesParameters } from "../createGatewayClient.js"
import type { Deployment } from "../types.js"

/**
 * Reads how far a deployment has come: gets the contract's address and, if there is one, whether its forwarder is deployed.
 *
 * @throws {InvalidInputError} a parameter is invalid; nothing was sent
 * @example
 * const { state, forwarderAddress } = await getDeployment(client, { appGatewayAddress, contractId, chainSlug: 41001 })
 */
export async function getDeployment(client: GatewayClient, parameters: GetAddressesParameters): Promise<Deployment> {
  const { chainSlug, signal } = parameters
  const { onchain, offchain } = await client.getAddresses(parameters)
  const onChainAddress = onchain.deployedContract
  if (onChainAddress === null) return { state: "IN_PROGRESS", onChainAddress, forwarderAddress: offchain.forwarder }
  const forwarder = await client.getForwarder({ onChainAddress, chainSlug, signal })
  const forwarderAddress = offchain.forwarder ?? forwarder.forwarderAddress
  const isDone = forwarder.isDeployed && forwarderAddress !== null
  return { state: isDone ? "FORWARDER_DEPLOYED" : "DEPLOYED", onChainAddress, forwarderAddress }
}
