import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { explainBridgeMessages } from "./explainBridgeMessages.js"
import { openSwapChains } from "./openSwapChains.js"
import { placed } from "./placed.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { explainTimeout, openMessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import { openSwap } from "#src/plugin/connection/openClients.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { journalFolders } from "#src/plugin/records/openJournal.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import type { Clock } from "#src/primitives/clock.js"
import { explainSwap } from "#src/swap/explaining/explainSwap.js"
import type { SwapCauseName } from "#src/swap/explaining/swapCauses.js"
import { findSwapRecord } from "#src/swap/reading/findSwapRecord.js"

/** Explains a swap with the journals, the chains, the swap API and the artifacts of a project. */
export async function explainProjectSwap(
  hre: HardhatRuntimeEnvironment,
  id: string,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Explanation<SwapCauseName>> {
  const { plugs, paths } = hre.config
  await using chains = openSwapChains(hre, { signal })
  await using opened = openMessageChains(hre, { timeout: explainTimeout })
  const key = recordsKeyOf(hre.config)
  const folders = await journalFolders(paths.root)
  return await explainSwap({
    id,
    client: await openSwap(plugs, { clock }),
    chainOf: (chainId) => chains.open(chainId),
    findRecord: async (wanted) => placed(await findSwapRecord(folders, wanted, { key }), chains),
    findChainOf: (txHash) => chains.findChainOf(txHash),
    explainMessages: explainBridgeMessages(hre, { swapChains: chains, opened, clock }),
    abis: await readErrorAbis(hre.artifacts),
    clock,
    signal,
  })
}
