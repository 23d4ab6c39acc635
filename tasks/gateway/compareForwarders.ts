import type { Address } from "viem"

import type { Forwarder } from "#src/gateway/index.js"
import { predictForwarderAddress } from "#src/gateway/onchain/predictForwarderAddress.js"
import type { ForwarderContracts } from "#src/plugin/connection/gatewayContracts.js"

/** A forwarder as the API gives it, and its predicted address. */
export type ForwarderComparison = Forwarder & {
  /** `null` when the contracts are not configured. */
  readonly predicted: Address | null
  /** `null` when one of the two addresses is unknown. */
  readonly agrees: boolean | null
}

/**
 * Compares the API's answer with the prediction. They differ when the configured contracts belong to another gateway, or when the API
 * is wrong.
 *
 * @param contracts `undefined` when they are not configured
 */
export function compareForwarders(
  forwarder: Forwarder,
  contracts: ForwarderContracts | undefined,
): ForwarderComparison {
  const { chainSlug, onChainAddress, forwarderAddress } = forwarder
  if (contracts === undefined) return { ...forwarder, predicted: null, agrees: null }
  const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = contracts
  const predicted = predictForwarderAddress({ chainSlug, onChainAddress, addressResolver, deployer, forwarderBeacon })
  return { ...forwarder, predicted, agrees: forwarderAddress === null ? null : forwarderAddress === predicted }
}
