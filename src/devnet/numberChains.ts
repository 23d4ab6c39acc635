import type { ChainIdentity } from "./chain/chains.js"

import { gatewayChain } from "./defaults.js"

// Without the checks and their errors, because the plugin's configuration needs it on every command.

/** A chain's name, or its name with a chain id and a slug. The slug defaults to the chain id. */
export type ChainRequest<Name extends string = string> =
  Name | { readonly name: Name; readonly chainId: number; readonly slug?: number }

/** Clear of the ids of public chains and of other local ones. */
const firstChainId = 41001

/** Gives every chain the numbers that it has in a devnet. `identifyChains` also checks them. */
export function numberChains(requests: readonly ChainRequest[]): ChainIdentity[] {
  return requests.map((request, index) => {
    if (typeof request === "string") return { name: request, chainId: firstChainId + index, slug: firstChainId + index }
    return { slug: request.chainId, ...request }
  })
}

/** Gives the gateway chain its numbers. Its slug is its chain id. `identifyGateway` also checks them. */
export function numberGateway(chainId?: number): ChainIdentity {
  return chainId === undefined ? gatewayChain : { ...gatewayChain, chainId, slug: chainId }
}
