import type { HardhatConfig } from "hardhat/types/config"
import type { Hex } from "viem"
import { getTransaction } from "viem/actions"

import { nameSwapChains } from "./swapChains.js"
import type { SwapChain, UnreadChain } from "#extras/swap/src/reading/types.js"
import { chainIdOf } from "#src/plugin/config/chainIds.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { chainFolderName } from "#src/plugin/records/identifyChain.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** The configured chains by their ids, which the swap API uses. */
export type SwapChains = {
  /** The chain of an id, or why it cannot be read. It is asked once. */
  open(chainId: number): Promise<SwapChain | UnreadChain>
  /** The configured chain of an id. */
  entryOf(chainId: number): ChainEntry | undefined
  /** The name of the folder that swaps on a chain are recorded in; `undefined` if the chain cannot be read. */
  folderOf(chainId: number): Promise<string | undefined>
  /** The chain that has a transaction. */
  findChainOf(txHash: Hex): Promise<SwapChain | undefined>
}

export function openSwapChains(
  config: Pick<HardhatConfig, "networks" | "plugs">,
  opened: Pick<Chains, "openId">,
): SwapChains {
  const chains = chainsOf(config.plugs)
  const nameOf = nameSwapChains(config)
  const reach = memoize((chainId: number) =>
    opened.openId(chainId).catch(() => ({ problem: "its node does not answer" })),
  )
  const open = memoize(async (chainId: number): Promise<SwapChain | UnreadChain> => {
    const chain = await reach(chainId)
    const named = { chainId, name: nameOf(chainId) }
    return "problem" in chain
      ? { ...named, ...chain }
      : { ...named, client: chain.client, network: chain.entry.network }
  })
  return {
    open,
    entryOf: (chainId) => chains.find((chain) => chainIdOf(chain, config) === chainId),
    async folderOf(chainId) {
      const chain = await reach(chainId)
      const identity = "problem" in chain ? undefined : await chain.identity().catch(() => undefined)
      return identity && chainFolderName(identity)
    },
    async findChainOf(hash) {
      const found = await Promise.all(
        chains.map(async (entry) => {
          const chain = await open(chainIdOf(entry, config))
          if (chain.client === undefined) return undefined
          return await getTransaction(chain.client, { hash }).then(
            () => chain,
            () => undefined,
          )
        }),
      )
      return found.find((chain) => chain !== undefined)
    },
  }
}
