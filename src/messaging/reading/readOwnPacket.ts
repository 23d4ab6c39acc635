import type { Hex } from "viem"

import { unpackPacketId } from "../ids.js"
import { type ChainView, readSocket } from "./openChainView.js"

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
  { packetId }: { readonly packetId: Hex | null },
): Promise<Hex | null> {
  if (packetId === null) return null
  const slug = await readSocket(view, "capacitorToSlug", [unpackPacketId(packetId).capacitor])
  return slug === 0 ? null : packetId
}
