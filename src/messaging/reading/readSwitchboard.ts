import type { Address } from "viem"

import { getCode } from "viem/actions"

import { switchboardAbi } from "../onchain/abi.js"
import { askContract } from "./askContract.js"
import { type ChainView, once } from "./openChainView.js"
import type { SwitchboardState } from "./types.js"

/** Which switchboard, and the chain whose packets it is asked about. */
export type ReadSwitchboardParameters = { readonly address: Address; readonly srcChainSlug: number }

/**
 * Reads what a switchboard says of the packets of a chain. It may be anybody's contract: what it does not answer is `null`.
 *
 * @param view of the destination chain
 * @throws the errors of viem if the node does not answer
 * @example
 * const { isTripped, totalWatchers } = await readSwitchboard(view, { address, srcChainSlug: 41001 })
 */
export async function readSwitchboard(
  view: ChainView,
  { address, srcChainSlug }: ReadSwitchboardParameters,
): Promise<SwitchboardState> {
  const contract = { abi: switchboardAbi, address } as const
  const ofPath = { ...contract, args: [srcChainSlug] } as const
  const [isTripped, isPathTripped, totalWatchers, timeoutInSeconds, initialPacketCount] = await Promise.all([
    askContract(view, { ...contract, functionName: "isGlobalTipped", args: [] }),
    askContract(view, { ...ofPath, functionName: "isPathTripped" }),
    askContract(view, { ...ofPath, functionName: "totalWatchers" }),
    askContract(view, { ...contract, functionName: "timeoutInSeconds", args: [] }),
    askContract(view, { ...ofPath, functionName: "initialPacketCount" }),
  ])
  const state = { isTripped, isPathTripped, totalWatchers, timeoutInSeconds, initialPacketCount }
  const answers = Object.values(state).some((answer) => answer !== null)
  return { address, ...state, isContract: answers || (await readHasCode(view, address)) }
}

/** Reads whether there is a contract at an address. */
export async function readHasCode(view: ChainView, address: Address): Promise<boolean> {
  const { client, blockNumber } = view
  return await once(
    view,
    `code ${address}`,
    async () => (await getCode(client, { address, blockNumber })) !== undefined,
  )
}
