import type { Address } from "viem"

/** The contracts of a gateway chain. */
export type GatewayChainContracts = {
  /** The number of the gateway chain in the protocol. */
  readonly slug: number
  readonly addressResolver: Address
  readonly asyncDeployer: Address
  readonly feesManager: Address
  readonly watcher: Address
  /** The beacon that every forwarder takes its code from; undefined where the async deployer has to be asked. */
  readonly forwarderBeacon?: Address | undefined
  readonly deployForwarder?: Address | undefined
  readonly feesPool?: Address | undefined
  readonly configurations?: Address | undefined
  readonly requestHandler?: Address | undefined
  readonly promiseResolver?: Address | undefined
  /** The first block that can have logs of these contracts. */
  readonly startBlock?: number | undefined
}

/** The contracts on a chain that app gateways reach. */
export type ReachedChainContracts = {
  readonly slug: number
  readonly socket: Address
  readonly switchboard: Address
  /** Takes deposits; undefined on a chain that takes none. */
  readonly feesPlug?: Address | undefined
  readonly contractFactory?: Address | undefined
  readonly startBlock?: number | undefined
}

/** A deployment of the system of app gateways. */
export type GatewayDeployment = {
  readonly name: string
  readonly gateway: GatewayChainContracts
  /** The chains that its app gateways reach. */
  readonly chains: readonly ReachedChainContracts[]
}
