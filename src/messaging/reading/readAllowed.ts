import type { Hex } from "viem"

import { switchboardAbi } from "../onchain/abi.js"
import { askContract } from "./askContract.js"
import type { ChainView } from "./openChainView.js"
import type { SocketProposal } from "./readProposals.js"

/**
 * Asks a switchboard whether it lets a packet pass, exactly as the socket does before it executes a message.
 *
 * @param view of the destination chain
 * @returns `null` if it fails; then the socket executes nothing either
 * @throws the errors of viem if the node does not answer
 * @example
 * const isAllowed = await readAllowed(view, { proposal, packetId, srcChainSlug: 41001 })
 */
export async function readAllowed(
  view: ChainView,
  {
    proposal: { root, proposalCount, switchboard, proposedAt },
    packetId,
    srcChainSlug,
  }: {
    readonly proposal: Pick<SocketProposal, "root" | "proposalCount" | "switchboard" | "proposedAt">
    readonly packetId: Hex
    readonly srcChainSlug: number
  },
): Promise<boolean | null> {
  return await askContract(view, {
    abi: switchboardAbi,
    address: switchboard,
    functionName: "allowPacket",
    args: [root, packetId, proposalCount, srcChainSlug, proposedAt],
  })
}
