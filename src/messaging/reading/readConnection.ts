import type { Address } from "viem"

import type { PlugConfig } from "../onchain/getPlugConfig.js"
import { type ChainView, readSocket } from "./openChainView.js"

/**
 * Reads how a plug is connected to another chain. All addresses are zero if it is not.
 *
 * @throws the errors of viem
 * @example
 * const { siblingPlug } = await readConnection(view, { plug, siblingChainSlug: 41002 })
 */
export async function readConnection(
  view: ChainView,
  { plug, siblingChainSlug }: { readonly plug: Address; readonly siblingChainSlug: number },
): Promise<PlugConfig> {
  const [siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor] = await readSocket(
    view,
    "getPlugConfig",
    [plug, siblingChainSlug],
  )
  return { siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor }
}
