import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import { getTransactionReceipt } from "viem/actions"

import { journalFolders } from "./openJournal.js"
import { explainSwap } from "#extras/swap/src/explaining/explainSwap.js"
import type { SwapCauseName } from "#extras/swap/src/explaining/swapCauses.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { nameSwapChains } from "#extras/swap/src/plugin/swapChains.js"
import { findSwapRecord } from "#extras/swap/src/reading/findSwapRecord.js"
import type { ExplainMessages, SwapChain, UnreadChain } from "#extras/swap/src/reading/types.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { explainMessage } from "#src/messaging/explaining/explainMessage.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { chainIdOf } from "#src/plugin/config/chainIds.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { socketOf } from "#src/plugin/connection/configuredContracts.js"
import { createChainReader } from "#src/plugin/connection/createGatewayReader.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** Explains a swap with the journals of a project, and with the chains that a connection and the URLs of its networks reach. */
export async function explainSwapOnConnection(
  connection: NetworkConnection<string>,
  config: HardhatConfig,
  { id, signal }: { readonly id: string; readonly signal?: AbortSignal | undefined },
): Promise<Explanation<SwapCauseName>> {
  const { plugs, networks, paths } = config
  const chains = chainsOf(plugs)
  const readerOf = memoize((network: string) => createChainReader(connection, networks, network))
  const chainOf = async (chainId: number): Promise<SwapChain | UnreadChain> => {
    const name = nameSwapChains(config)(chainId)
    const entry = chains.find((chain) => chainIdOf(chain, config) === chainId)
    if (entry === undefined) return { chainId, name, problem: "it is not in plugs.chains" }
    const client = await readerOf(entry.network)
    if (client === undefined) return { chainId, name, problem: `no URL of the network ${entry.network} is known` }
    return { chainId, name, client, network: entry.network }
  }
  const readable = async (slug: number): Promise<ReadableChain | undefined> => {
    const entry = chains.find((chain) => chain.slug === slug)
    if (entry?.socket === undefined) return undefined
    const client = await readerOf(entry.network)
    return client && { client, socket: socketOf(entry), slug, name: entry.name }
  }
  const explainMessages: ExplainMessages = async ({ chain, txHash }) => {
    const slug = chains.find((entry) => chainIdOf(entry, config) === chain.chainId)?.slug
    const src = slug === undefined ? undefined : await readable(slug)
    if (src === undefined) return undefined
    const receipt = await getTransactionReceipt(src.client, { hash: txHash }).catch(() => undefined)
    if (receipt === undefined || readOutboundMessages(receipt, src).length === 0) return undefined
    const api = await openMessaging(plugs)
    return await explainMessage({ src, srcTxHash: txHash, chainOf: readable, api, signal })
  }
  const folders = await journalFolders(paths.root)
  return await explainSwap({
    id,
    client: await openSwap(plugs),
    chainOf,
    findRecord: (wanted) => findSwapRecord(folders, wanted, { key: recordsKeyOf(config) }),
    explainMessages,
    signal,
  })
}
