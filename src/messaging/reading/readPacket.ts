import { type Address, type Hex, isAddressEqual } from "viem"
import { getContractEvents } from "viem/actions"

import { type Mined, searchLogs, type SearchLogsReturnType } from "../../onchain/logs.js"
import { unpackPacketId } from "../ids.js"
import { capacitorAbi, socketAbi } from "../onchain/abi.js"
import { askContract, type ChainView, type ChainViewAtHead, readSocket, toMined } from "./ChainView.js"
import type { Journey } from "./Journey.js"

/** Which packet, and a capacitor that the socket is known to know, such as the one that the plug is connected through. */
export type ReadOwnPacketParameters = { readonly packetId: Hex | null; readonly knownCapacitor?: Address | undefined }

/**
 * Checks the packet that the logs of the source chain give to a message: any contract can log what a capacitor logs.
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

/** Whether a packet was sealed, and where. */
export type Sealing = Pick<Journey, "sealed" | "nextToSeal"> & {
  /** Why it is not known where it was sealed. */
  readonly unread: string | undefined
}

/**
 * Reads whether a packet was sealed: from its capacitor, which seals in order, and from the logs of the socket since the message was sent.
 *
 * @param view of the source chain
 * @throws the errors of viem, but not if the node gives no logs
 * @example
 * const { sealed, nextToSeal } = await readSealing(view, { packetId, fromBlock: sent.blockNumber })
 */
export async function readSealing(
  view: ChainViewAtHead,
  { packetId, fromBlock }: { readonly packetId: Hex; readonly fromBlock: bigint },
): Promise<Sealing> {
  const { capacitor, packetCount } = unpackPacketId(packetId)
  const next = await askContract(view, {
    abi: capacitorAbi,
    address: capacitor,
    functionName: "getNextPacketToBeSealed",
    args: [],
  })
  const nextToSeal = next?.[1] ?? null
  const isSealed = nextToSeal === null ? null : nextToSeal > packetCount
  if (isSealed === false) return { sealed: false, nextToSeal, unread: undefined }
  const { found, unread } = await findSealed(view, { packetId, fromBlock, toBlock: view.blockNumber })
  const [log] = found
  if (log !== undefined) return { sealed: log, nextToSeal, unread: undefined }
  return { sealed: isSealed ?? (unread === undefined ? false : null), nextToSeal, unread }
}

/**
 * Finds where a packet was sealed, in the logs of the source chain.
 *
 * @param range.toBlock Default: the newest block
 */
async function findSealed(
  view: ChainView,
  { packetId, fromBlock, toBlock }: { readonly packetId: Hex; readonly fromBlock: bigint; readonly toBlock: bigint },
): Promise<SearchLogsReturnType<Mined>> {
  return await searchLogs({
    fromBlock,
    toBlock,
    first: "oldest",
    isEnough: (found) => found.length > 0,
    read: async (range) => {
      const logs = await getContractEvents(view.client, {
        abi: socketAbi,
        address: view.socket,
        eventName: "Sealed",
        args: { packetId },
        strict: true,
        ...range,
      })
      return await Promise.all(logs.map((log) => toMined(view, log)))
    },
  })
}
