import type { Hex } from "viem"

import { checkHash, optional } from "../../../primitives/checks.js"
import type { GatewayClient, GetAddressesParameters } from "../../createGatewayClient.js"
import type { Deployment } from "../../types.js"
import { isStuck } from "./stuckAfter.js"

/** Which deployment to read. */
export type GetDeploymentParameters = GetAddressesParameters & {
  /**
   * The gateway transaction that requested the deployment. A deployment counts as stuck five minutes after it. Needed where the API does
   * not say itself when the deployment was requested; the devnet's does.
   */
  txHash?: Hex | undefined
}

/**
 * Reads how far a deployment has come: gets the contract's address and, if there is one, whether its forwarder is deployed. Says that it
 * is stuck if it is not done five minutes after the block in which it was requested, and says the same whenever it is asked again.
 *
 * @throws {InvalidInputError} a parameter is invalid; nothing was sent
 * @example
 * const { state, forwarderAddress, isStuck } = await getDeployment(client, { appGatewayAddress, contractId, chainSlug: 41001 })
 */
export async function getDeployment(client: GatewayClient, parameters: GetDeploymentParameters): Promise<Deployment> {
  const { chainSlug, signal } = parameters
  const txHash = optional(checkHash)(parameters.txHash, "txHash")
  const { onchain, offchain, requestedAt: said } = await client.getAddresses(parameters)
  const onChainAddress = onchain.deployedContract
  const forwarder = onChainAddress === null ? null : await client.getForwarder({ onChainAddress, chainSlug, signal })
  const forwarderAddress = offchain.forwarder ?? forwarder?.forwarderAddress ?? null
  if (forwarder?.isDeployed === true && forwarderAddress !== null) {
    return { state: "FORWARDER_DEPLOYED", onChainAddress, forwarderAddress }
  }
  const requestedAt = said ?? (txHash === undefined ? null : await readRequestedAt(client, { txHash, signal }))
  return {
    state: onChainAddress === null ? "IN_PROGRESS" : "DEPLOYED",
    onChainAddress,
    forwarderAddress,
    ...(requestedAt === null ? {} : { requestedAt, isStuck: isStuck({ requestedAt }, client.clock.now()) }),
  }
}

/** Reads when a transaction's payloads were queued, in Unix seconds; `null` if the API does not know yet. */
async function readRequestedAt(
  client: GatewayClient,
  { txHash, signal }: { txHash: Hex; signal: AbortSignal | undefined },
): Promise<number | null> {
  const requests = await client.getTransaction({ txHash, signal })
  const payload = requests.flatMap(({ payloads }) => payloads)[0]
  if (payload === undefined) return null
  const { createdAt } = await client.getPayload({ payloadId: payload.payloadId as Hex, signal })
  const queuedAt = Date.parse(createdAt ?? "")
  return Number.isNaN(queuedAt) ? null : Math.floor(queuedAt / 1_000)
}
