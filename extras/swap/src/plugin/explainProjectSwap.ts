import type { HookContext } from "hardhat/types/hooks"
import { getTransactionReceipt } from "viem/actions"

import { openSwap } from "./openSwap.js"
import { openSwapChains, type SwapChains } from "./openSwapChains.js"
import { explainSwap } from "#extras/swap/src/explaining/explainSwap.js"
import type { SwapCauseName } from "#extras/swap/src/explaining/swapCauses.js"
import type { ExplainMessages } from "#extras/swap/src/reading/types.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { type Chains, explainTimeout, openChains, type OwnChain } from "#src/plugin/connection/chains/openChains.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"

type Asked = {
  readonly id: string
  readonly clock?: Clock | undefined
  readonly signal?: AbortSignal | undefined
  /** The connection of a script. */
  readonly own?: OwnChain | undefined
}

/** Explains a swap with the journals, the chains, the swap API and the artifacts of a project. */
export async function explainProjectSwap(
  hre: HookContext,
  { id, clock = systemClock, signal, own }: Asked,
): Promise<Explanation<SwapCauseName>> {
  await using opened = openChains(hre, { own, timeout: explainTimeout, signal })
  const chains = openSwapChains(hre.config, opened)
  return await explainSwap({
    id,
    client: await openSwap(hre.config.plugs, { clock }),
    chainOf: (chainId) => chains.open(chainId),
    findRecord: (wanted) => chains.recordOf(wanted),
    findChainOf: (txHash) => chains.findChainOf(txHash),
    explainMessages: explainBridgeMessages(hre, { swapChains: chains, opened, clock }),
    abis: await readErrorAbis(hre.artifacts),
    clock,
    signal,
  })
}

/** What the messages of a bridge are explained with. */
type BridgeMessagesOptions = {
  readonly swapChains: SwapChains
  readonly opened: Chains
  readonly clock: Clock
}

/** Makes what a swap explains the messages of its bridge with. A chain without a known socket has none that could be explained. */
export function explainBridgeMessages(
  hre: Pick<HookContext, "config" | "artifacts">,
  { swapChains, opened, clock }: BridgeMessagesOptions,
): ExplainMessages {
  const chains = chainsOf(hre.config.plugs)
  return async ({ chain, txHash, signal = new AbortController().signal }) => {
    const source = swapChains.entryOf(chain.chainId)
    const reader = source && (await opened.find(source.slug))
    if (source === undefined || reader === undefined) return undefined
    const receipt = await getTransactionReceipt(reader.client, { hash: txHash }).catch(() => undefined)
    if (receipt === undefined || readOutboundMessages(receipt, reader).length === 0) return undefined
    const subject = { source, srcTxHash: txHash, messageId: undefined, record: undefined }
    return await explainOnChains(hre, subject, { chains, opened, clock, signal })
  }
}
