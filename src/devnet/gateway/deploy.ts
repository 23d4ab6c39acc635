import type { Address } from "viem"

import { addressesInOrder } from "../addressesInOrder.js"
import { protocolContractCount } from "../deploy.js"

/** The gateway's contracts on its own chain. */
export type GatewayContracts = {
  readonly addressResolver: Address
  readonly watcher: Address
  readonly feesManager: Address
  readonly asyncDeployer: Address
  /** What every forwarder runs. */
  readonly forwarder: Address
  readonly forwarderBeacon: Address
  /** Through which the gateway's watcher calls `watcher` and `feesManager`. */
  readonly actorBatcher: Address
}

/** The gateway's contracts on a chain that it serves. */
export type ServedContracts = {
  readonly gatewaySocket: Address
  readonly contractFactory: Address
  readonly feesPlug: Address
  /** What fees are paid in. Anyone can mint it. */
  readonly feeToken: Address
  /** Through which the gateway's transmitter calls `gatewaySocket`. */
  readonly actorBatcher: Address
}

/** The same on every devnet. */
export function gatewayContracts(deployer: Address): GatewayContracts {
  return addressesInOrder(deployer, gatewayOrder, firstGatewayNonce)
}

/** The same on every chain of every devnet. */
export function servedContracts(deployer: Address): ServedContracts {
  return addressesInOrder(deployer, servedOrder, protocolContractCount)
}

/** Beyond what the account deploys on any other chain, so that no address means one thing here and another there. */
const firstGatewayNonce = 1000

/** The beacon refuses an implementation that is not there yet. */
const gatewayOrder = [
  "addressResolver",
  "watcher",
  "feesManager",
  "asyncDeployer",
  "forwarder",
  "forwarderBeacon",
  "actorBatcher",
] as const satisfies readonly (keyof GatewayContracts)[]

const servedOrder = [
  "gatewaySocket",
  "contractFactory",
  "feesPlug",
  "feeToken",
  "actorBatcher",
] as const satisfies readonly (keyof ServedContracts)[]
