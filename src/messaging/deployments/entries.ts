import type { Address } from "viem"

import type { ChainDeployment, DeployedSwitchboard } from "./ChainDeployment.js"

// Short forms, so that the data of a chain can be read at a glance.

type Contracts = Omit<ChainDeployment, "name" | "chainId" | "slug" | "isMainnet"> & {
  /** Default: the chain id. Written where the two differ. */
  readonly slug?: number
}

export function mainnet(name: string, chainId: number, contracts: Contracts): ChainDeployment {
  return { slug: chainId, chainId, name, isMainnet: true, ...contracts }
}

export function testnet(name: string, chainId: number, contracts: Contracts): ChainDeployment {
  return { slug: chainId, chainId, name, isMainnet: false, ...contracts }
}

export function fast(address: Address, siblings: readonly number[]): DeployedSwitchboard {
  return { kind: "FAST", address, siblings }
}

export function optimistic(address: Address, siblings: readonly number[]): DeployedSwitchboard {
  return { kind: "OPTIMISTIC", address, siblings }
}

/** A native bridge joins two chains, so a chain has such a switchboard for each sibling. */
export function nativeBridge(address: Address, siblings: readonly number[]): DeployedSwitchboard {
  return { kind: "NATIVE_BRIDGE", address, siblings }
}
