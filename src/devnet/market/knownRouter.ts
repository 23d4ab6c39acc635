import { getAbiItem } from "viem/utils"

import type { KnownRouter } from "../../swap/checks/KnownRouter.js"
import { swapRouterArtifact } from "../artifacts/SwapRouter.js"
import type { ChainIdentity } from "../chain/chains.js"

/** Describes the calldata of the market's router, for those who check it before they sign it. */
export function knownRouter(chains: readonly Pick<ChainIdentity, "slug" | "chainId">[]): KnownRouter {
  return {
    abi: [getAbiItem({ abi: swapRouterArtifact.abi, name: "execute" })],
    functions: {
      execute: {
        receiver: "order.receiver",
        outputToken: "order.outputToken",
        leastOut: "order.minAmountOut",
        destinationChain: "order.dstChainSlug",
      },
    },
    chainIds: Object.fromEntries(chains.map(({ slug, chainId }) => [slug, chainId])),
  }
}
