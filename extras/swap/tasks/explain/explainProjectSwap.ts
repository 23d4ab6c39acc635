import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { explainBridgeMessages } from "./explainBridgeMessages.js"
import { openSwapChains } from "./openSwapChains.js"
import { placed } from "./placed.js"
import { explainSwap } from "#extras/swap/src/explaining/explainSwap.js"
import type { SwapCauseName } from "#extras/swap/src/explaining/swapCauses.js"
import { journalFolders } from "#extras/swap/src/plugin/openJournal.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { findSwapRecord } from "#extras/swap/src/reading/findSwapRecord.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { explainTimeout, openMessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import type { Clock } from "#src/primitives/clock.js"

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
