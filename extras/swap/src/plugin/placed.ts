import path from "node:path"

import type { SwapChains } from "./openSwapChains.js"
import type { SwapRecord } from "#extras/swap/src/reading/types.js"

/** A local chain that was started again has another folder than the one before it. */
export async function placed(record: SwapRecord | undefined, chains: SwapChains): Promise<SwapRecord | undefined> {
  const chainId = record?.entry?.chainId ?? record?.deposit?.request.originChainId
  if (record === undefined || chainId === undefined) return record
  const current = await chains.folderOf(chainId)
  return { ...record, isOfAnotherChain: current !== undefined && path.basename(record.folder) !== current }
}
