import type { Address } from "viem"

import type { SwitchboardKind } from "../switchboardKinds.js"

/** A switchboard of a chain, and the chains to which it leads. */
export type DeployedSwitchboard = {
  readonly kind: SwitchboardKind
  readonly address: Address
  /** Slugs of chains. */
  readonly siblings: readonly number[]
}

/** The contracts of the messaging protocol on one chain. The execution manager is replaced at times, so it is read from the socket. */
export type ChainDeployment = {
  /** The protocol's number for the chain, almost always its chain id. */
  readonly slug: number
  readonly chainId: number
  /** The protocol's name for the chain, such as `polygon-mainnet`. */
  readonly name: string
  readonly isMainnet: boolean
  /** True if the chain was shut down. Its messages can still be explained, and no plug is connected there. */
  readonly isRetired?: boolean | undefined
  readonly socket: Address
  readonly transmitManager: Address
  /** The first block that can have logs of these contracts; undefined where it is not known. */
  readonly startBlock?: number | undefined
  readonly switchboards: readonly DeployedSwitchboard[]
}

/** Chains that can exchange messages with each other. */
export type Deployments = readonly ChainDeployment[]
