import type { Address } from "viem"

import type { GatewayClient, GetAddressesParameters } from "./createGatewayClient.js"
import type { DeploymentStatus } from "./states.js"

/** How far a deployment by an app gateway is. */
export type Deployment = {
  readonly state: DeploymentStatus
  /** `null` until the contract is deployed, and for one that nobody deploys. */
  readonly onChainAddress: Address | null
  readonly forwarderAddress: Address | null
}

/**
 * Asks once how far a deployment is: for the contract's address, and when it has one, whether its forwarder is there.
 *
 * @throws {InvalidInputError} a parameter that can't be right; nothing was sent
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
