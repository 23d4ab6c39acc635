import type { Abi, Address } from "viem"
import { isAddressEqual } from "viem/utils"

import {
  constantProductDexArtifact,
  depositFactoryArtifact,
  liquidityBridgeArtifact,
  mintBridgeArtifact,
  swapRouterArtifact,
} from "../artifacts/market.js"
import { marketTokenArtifact } from "../artifacts/tokens.js"
import type { MarketContracts } from "./contracts.js"

/** Those that a user or the keeper calls where a message leaves, and the bridges that send it. */
const named = {
  router: { name: "SwapRouter", abi: swapRouterArtifact.abi },
  deposits: { name: "DepositFactory", abi: depositFactoryArtifact.abi },
  pool: { name: "LiquidityBridge", abi: liquidityBridgeArtifact.abi },
  press: { name: "MintBridge", abi: mintBridgeArtifact.abi },
} as const satisfies Partial<Record<keyof MarketContracts, { readonly name: string; readonly abi: Abi }>>

/** The contracts of the market whose errors a call of a user's contract can end with. */
export const marketAbis: readonly Abi[] = [
  swapRouterArtifact.abi,
  liquidityBridgeArtifact.abi,
  constantProductDexArtifact.abi,
  marketTokenArtifact.abi,
]

/** Finds which of the market's own contracts an address is. They are loaded where there is a market, so import this when it is needed. */
export function findMarketContract(
  contracts: MarketContracts,
  address: Address,
): { readonly name: string; readonly abi: Abi } | undefined {
  const key = (Object.keys(named) as (keyof typeof named)[]).find((one) => isAddressEqual(contracts[one], address))
  return key === undefined ? undefined : named[key]
}
