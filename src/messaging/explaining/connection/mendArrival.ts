import { type Address, isAddressEqual, zeroAddress } from "viem"

import type { Mend } from "../../../explaining/Explanation.js"
import type { Arrival, Journey } from "../../reading/types.js"
import { mendConnection } from "./mendConnection.js"
import { readPacketPath } from "./readPacketPath.js"

/**
 * Says who connects the destination plug with the sender of a message, and with which command.
 *
 * @param switchboard the one to connect it through. Default: the one that the packet was proposed for, or will be
 */
export async function mendArrival(journey: Journey, arrival: Arrival, switchboard?: Address): Promise<Mend> {
  return await mendConnection({
    chain: arrival.chain,
    plug: journey.message.dstPlug,
    other: journey.src,
    sibling: journey.message.srcPlug,
    switchboard: switchboard ?? (await findSwitchboard(journey, arrival)),
  })
}

/** The switchboard that the packet was proposed for, else the one that it will be proposed for, else the plug's own. */
async function findSwitchboard(journey: Journey, { proposals, config }: Arrival): Promise<Address | null> {
  const proposed = proposals.filter(({ isRootOfMessage }) => isRootOfMessage)
  const used = proposed.find(({ isForPlug }) => isForPlug) ?? proposed[0]
  if (used !== undefined) return used.switchboard
  const { sibling } = await readPacketPath(journey)
  if (sibling !== null) return sibling
  return isAddressEqual(config.inboundSwitchboard, zeroAddress) ? null : config.inboundSwitchboard
}
