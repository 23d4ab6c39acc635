import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"
import type { Hex } from "viem"
import { getTransaction } from "viem/actions"

import { journalFolders } from "./openJournal.js"
import { nameSwapChains } from "./swapChains.js"
import { findSwapRecord } from "#extras/swap/src/reading/findSwapRecord.js"
import type { SwapChain, SwapRecord, UnreadChain } from "#extras/swap/src/reading/types.js"
import { chainIdOf, chainsOf } from "#src/plugin/config/chainsOf.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { chainFolderName } from "#src/plugin/records/identifyChain.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
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
  /** What the project has recorded of a swap. */
  recordOf(quoteId: string): Promise<SwapRecord | undefined>
  /** The chain that has a transaction. */
  findChainOf(txHash: Hex): Promise<SwapChain | undefined>
}

export function openSwapChains(
  config: Pick<HardhatConfig, "networks" | "plugs" | "paths">,
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
  const folderOf = async (chainId: number): Promise<string | undefined> => {
    const chain = await reach(chainId)
    const identity = "problem" in chain ? undefined : await chain.identity().catch(() => undefined)
    return identity && chainFolderName(identity)
  }
  return {
    open,
    folderOf,
    entryOf: (chainId) => chains.find((chain) => chainIdOf(chain, config) === chainId),
    async recordOf(wanted) {
      const folders = await journalFolders(config.paths.root)
      return await placed(await findSwapRecord(folders, wanted, { key: recordsKeyOf(config) }), { folderOf })
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

/** A local chain that was started again has another folder than the one before it. */
export async function placed(
  record: SwapRecord | undefined,
  chains: Pick<SwapChains, "folderOf">,
): Promise<SwapRecord | undefined> {
  const chainId = record?.entry?.chainId ?? record?.deposit?.request.originChainId
  if (record === undefined || chainId === undefined) return record
  const current = await chains.folderOf(chainId)
  return { ...record, isOfAnotherChain: current !== undefined && path.basename(record.folder) !== current }
}
