import type { Address } from "viem"

import { type Forwarder, predictForwarderAddress } from "../../../gateway/index.js"
import type { GatewayContractsUserConfig } from "../../config/PlugsConfig.js"

/** What the API says of a forwarder, beside what follows from the configured contracts. */
export type ForwarderComparison = Forwarder & {
  /** `null` when the configuration doesn't have the contracts. */
  readonly predicted: Address | null
  /** `null` when one of the two is not known. */
  readonly agrees: boolean | null
}

/**
 * Puts the API's answer beside the prediction. They differ when the configuration names another gateway's contracts, or when the API
 * should not be believed.
 *
 * @param contracts undefined when the configuration doesn't have them
 */
export function compareForwarders(
  forwarder: Forwarder,
  contracts: GatewayContractsUserConfig | undefined,
): ForwarderComparison {
  const { chainSlug, onChainAddress, forwarderAddress } = forwarder
  if (contracts === undefined) return { ...forwarder, predicted: null, agrees: null }
  const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = contracts
  const predicted = predictForwarderAddress({ chainSlug, onChainAddress, addressResolver, deployer, forwarderBeacon })
  return { ...forwarder, predicted, agrees: forwarderAddress === null ? null : forwarderAddress === predicted }
}
