import { type Address, type Hex, isAddressEqual } from "viem"

import { unpackPacketId } from "../ids.js"
import { type ChainView, readSocket } from "./openChainView.js"

/** Which packet, and a capacitor that the socket is known to know, such as the one that the plug is connected through. */
export type ReadOwnPacketParameters = { readonly packetId: Hex | null; readonly knownCapacitor?: Address | undefined }

/**
 * Checks the packet that the logs of the source chain give to a message: anybody can log what a capacitor logs.
 *
 * @returns `null` if the socket does not know the packet's capacitor, or there is no packet
 * @throws the errors of viem
 * @example
 * const packetId = await readOwnPacket(view, message)
 */
export async function readOwnPacket(
  view: ChainView,
  { packetId, knownCapacitor }: ReadOwnPacketParameters,
): Promise<Hex | null> {
  if (packetId === null) return null
  const { capacitor } = unpackPacketId(packetId)
  if (knownCapacitor !== undefined && isAddressEqual(capacitor, knownCapacitor)) return packetId
  const slug = await readSocket(view, "capacitorToSlug", [capacitor])
  return slug === 0 ? null : packetId
}
