import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"
import { getTransaction } from "viem/actions"

import { nameSwapChains } from "#extras/swap/src/plugin/swapChains.js"
import type { SwapChain, UnreadChain } from "#extras/swap/src/reading/types.js"
import { chainIdOf } from "#src/plugin/config/chainIds.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { publicClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import { explainTimeout } from "#src/plugin/connection/chains/openChains.js"
import { chainIdAtFirst } from "#src/plugin/connection/chains/requestOnChain.js"
import { chainFolderName, identifyChain } from "#src/plugin/records/identifyChain.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** The configured chains, each opened for reading when it is first needed. Dispose of them when the task has ended. */
export type SwapChains = AsyncDisposable & {
  /** The chain of an id, or why it cannot be read. */
  open(chainId: number): Promise<SwapChain | UnreadChain>
  /** The configured chain of an id. */
  entryOf(chainId: number): ChainEntry | undefined
  /** The name of the folder that swaps on a chain are recorded in; `undefined` if the chain cannot be read. */
  folderOf(chainId: number): Promise<string | undefined>
  /** The chain that has a transaction. */
  findChainOf(txHash: Hex): Promise<SwapChain | undefined>
}

/** Opens the configured chains by their ids, which the swap API uses. */
export function openSwapChains(
  hre: HardhatRuntimeEnvironment,
  { signal }: { readonly signal: AbortSignal },
): SwapChains {
  const { config } = hre
  const chains = chainsOf(config.plugs)
  const nameOf = nameSwapChains(config)
  const connected = new Map<number, ReturnType<typeof connectChain>>()
  const opened = new Map<number, Promise<SwapChain | UnreadChain>>()
  const entryOf = (chainId: number): ChainEntry | undefined =>
    chains.find((chain) => chainIdOf(chain, config) === chainId)
  const connect = (chainId: number, entry: ChainEntry): ReturnType<typeof connectChain> => {
    const opening = connected.get(chainId) ?? connectChain(hre, entry, { timeout: explainTimeout, signal })
    connected.set(chainId, opening)
    return opening
  }
  const openOnce = async (chainId: number): Promise<SwapChain | UnreadChain> => {
    const name = nameOf(chainId)
    const entry = entryOf(chainId)
    if (entry === undefined) return { chainId, name, problem: "it is not in plugs.chains" }
    try {
      const connection = await connect(chainId, entry)
      const actual = chainIdAtFirst(connection)
      if (actual === chainId) return { chainId, name, client: publicClientOf(connection), network: entry.network }
      return { chainId, name, problem: `its network reaches the chain ${actual}` }
    } catch (error) {
      if (!isPlugsError(error)) return { chainId, name, problem: "its node does not answer" }
      return { chainId, name, problem: error.shortMessage.replace(/\.$/, "") }
    }
  }
  const open = (chainId: number): Promise<SwapChain | UnreadChain> => {
    const opening = opened.get(chainId) ?? openOnce(chainId)
    opened.set(chainId, opening)
    return opening
  }
  return {
    open,
    entryOf,
    async folderOf(chainId) {
      const entry = entryOf(chainId)
      if (entry === undefined) return undefined
      try {
        const connection = await connect(chainId, entry)
        return chainFolderName(await identifyChain(connection, config, publicClientOf(connection)))
      } catch {
        return undefined
      }
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
    [Symbol.asyncDispose]: async () => {
      for (const opening of connected.values()) await (await opening.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}
