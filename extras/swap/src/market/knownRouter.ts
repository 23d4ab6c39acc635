import { getAbiItem } from "viem/utils"

import { swapRouterArtifact } from "#extras/swap/src/artifacts/market.js"
import type { KnownRouter } from "#extras/swap/src/checks/KnownRouter.js"
import type { ChainIdentity } from "#src/devnet/chain/chains.js"

/** Describes the calldata of the market's router, for those who check it before they sign it. */
export function knownRouter(chains: readonly Pick<ChainIdentity, "slug" | "chainId">[]): KnownRouter {
  return {
    abi: [getAbiItem({ abi: swapRouterArtifact.abi, name: "execute" })],
    functions: {
      execute: {
        order: {
          salt: "ignored",
          user: "user",
          receiver: "receiver",
          refundTo: "refund",
          inputToken: "inputToken",
          inputAmount: "inputAmount",
          feeTaker: "feeTaker",
          feeAmount: "fee",
          // The router takes only the dexes and bridges of the market, and what they may give too little of goes back to the user.
          originDex: "ignored",
          bridgedToken: "ignored",
          minBridgedAmount: "ignored",
          bridge: "ignored",
          dstChainSlug: "destinationChain",
          destinationDex: "ignored",
          outputToken: "outputToken",
          minAmountOut: "leastOut",
          deadline: "deadline",
          payloadHash: "payload",
        },
      },
    },
    chainIds: Object.fromEntries(chains.map(({ slug, chainId }) => [slug, chainId])),
  }
}
