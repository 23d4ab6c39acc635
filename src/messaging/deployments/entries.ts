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

/** The contracts of a chain on which they have the addresses that they have on most chains. */
export function usual(siblings: readonly number[]): Contracts {
  return {
    socket: "0x565810cbfa3Cf1390963E5aFa2fB953795686339",
    executionManager: "0xc317144DE60E6bC9455363bB09852C00bd14CD61",
    transmitManager: "0xbDf50eAe568ECef74796ed6022a0d453e8432410",
    switchboards: [
      fast("0x8f9EaEe5c5df888aBA3c1Ab19689a0660d042c6d", siblings),
      optimistic("0x57D1Aeafb6a2b7Bd4954e47a556622161A8c0A65", siblings),
    ],
  }
}
