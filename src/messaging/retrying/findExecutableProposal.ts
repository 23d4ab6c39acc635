import { type Hex, isAddressEqual } from "viem"

import type { OutboundMessage } from "../onchain/events.js"
import { type ChainView, readSocket } from "../reading/ChainView.js"
import { readAllowed } from "../reading/readConnection.js"
import { readProposalsFor } from "../reading/readProposals.js"
import { MessageNotExecutableError } from "./retryErrors.js"

/**
 * Finds the proposal of a message's packet with which the socket executes it.
 *
 * @param view of the destination chain
 * @throws {MessageNotExecutableError} there is none
 */
export async function findExecutableProposal(
  view: ChainView,
  { messageId, packetId, packedMessage, srcChainSlug, srcPlug, dstPlug }: OutboundMessage,
): Promise<{ readonly packetId: Hex; readonly proposalCount: bigint }> {
  const refuse = (reason: string) => new MessageNotExecutableError({ messageId, reason })
  if (packetId === null) throw refuse("its packet is not known, because the log of its capacitor is missing")
  const [sibling, switchboard] = await readSocket(view, "getPlugConfig", [dstPlug, srcChainSlug])
  if (!isAddressEqual(sibling, srcPlug)) {
    throw refuse(`the plug ${dstPlug} is not connected to ${srcPlug}, which sent it`)
  }
  // The newest first, because an older one may be tripped.
  const proposals = (await readProposalsFor(view, { packetId, switchboard })).toReversed()
  const own = proposals.filter(({ root }) => root === packedMessage)
  for (const proposal of own) {
    if ((await readAllowed(view, { proposal, packetId, srcChainSlug })) === true) {
      return { packetId, proposalCount: proposal.proposalCount }
    }
  }
  throw refuse(
    own.length > 0
      ? `the switchboard ${switchboard} does not allow its packet, or not yet`
      : `its packet has not been proposed for the switchboard ${switchboard} of the plug`,
  )
}
