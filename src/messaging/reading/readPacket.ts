import { type Address, type Hex, isAddressEqual } from "viem"
import { getContractEvents, getLogs } from "viem/actions"
import { getAbiItem } from "viem/utils"

import { unpackPacketId } from "../ids.js"
import { capacitorAbi, socketAbi } from "../onchain/abi.js"
import { logWords, readSiblingSwitchboards, wordToAddress } from "../onchain/connection/readSiblingSwitchboards.js"
import { askContract, type ChainView, type ChainViewIn, readSocket, toMined } from "./ChainView.js"
import type { Journey } from "./Journey.js"
import { type Mined, searchLogs } from "#src/onchain/logs.js"

/**
 * Checks the packet that the logs of the source chain give to a message: any contract can log what a capacitor logs.
 *
 * @param message.knownCapacitor one that the socket is known to know, such as the one that the plug is connected through
 * @returns `null` if the socket does not know the packet's capacitor, or there is no packet
 */
export async function readOwnPacket(
  view: ChainView,
  { packetId, knownCapacitor }: { readonly packetId: Hex | null; readonly knownCapacitor?: Address },
): Promise<Hex | null> {
  if (packetId === null) return null
  const { capacitor } = unpackPacketId(packetId)
  if (knownCapacitor !== undefined && isAddressEqual(capacitor, knownCapacitor)) return packetId
  const slug = await readSocket(view, "capacitorToSlug", [capacitor])
  return slug === 0 ? null : packetId
}

export type Sealing = Pick<Journey, "sealed" | "nextToSeal"> & {
  /** Why it is not known where it was sealed. */
  readonly unread: string | undefined
}

/** Reads the number of the packet that a packet's capacitor seals next, which it does in order; `null` if it does not say. */
export async function readNextToSeal(view: ChainView, packetId: Hex): Promise<bigint | null> {
  const { capacitor: address } = unpackPacketId(packetId)
  const functionName = "getNextPacketToBeSealed"
  const next = await askContract(view, { abi: capacitorAbi, address, functionName, args: [] })
  return next?.[1] ?? null
}

/** Reads whether a packet was sealed, from its capacitor and from the socket's logs since the message. */
export async function readSealing(
  view: ChainViewIn,
  { packetId, fromBlock }: { readonly packetId: Hex; readonly fromBlock: bigint },
): Promise<Sealing> {
  const nextToSeal = await readNextToSeal(view, packetId)
  const isSealed = nextToSeal === null ? null : nextToSeal > unpackPacketId(packetId).packetCount
  if (isSealed === false) return { sealed: false, nextToSeal, unread: undefined }
  const seal = { abi: socketAbi, address: view.socket, eventName: "Sealed", args: { packetId }, strict: true } as const
  const { found, unread } = await searchLogs<Mined>({
    fromBlock,
    toBlock: view.blockNumber,
    first: "oldest",
    isEnough: (logs) => logs.length > 0,
    read: async (range) => {
      const logs = await getContractEvents(view.client, { ...seal, ...range })
      return await Promise.all(logs.map((log) => toMined(view, log)))
    },
  })
  const [sealed] = found
  if (sealed !== undefined) return { sealed, nextToSeal, unread: undefined }
  return { sealed: isSealed ?? (unread === undefined ? false : null), nextToSeal, unread }
}

/** The switchboards between which a packet travels. A transmitter proposes it for the second one. */
export type PacketPath = {
  /** The one on the source chain, whose capacitor queued the packet; `null` if it is not known. */
  readonly switchboard: Address | null
  /** The one on the destination chain that the first one names as its sibling; `null` if it names none, or that is not known. */
  readonly sibling: Address | null
  /** Why it is not known; `undefined` if it is. */
  readonly unread?: string | undefined
}

/** Reads from the logs of the source chain's socket between which switchboards a message's packet travels. */
export async function readPacketPath(journey: Journey): Promise<PacketPath> {
  const { message, src } = journey
  const switchboard = await readSender(journey)
  if (switchboard === null) return { switchboard, sibling: null }
  const [answer] = await readSiblingSwitchboards(src.client, {
    socket: src.socket,
    siblingChainSlug: message.dstChainSlug,
    switchboards: [switchboard],
    fromBlock: src.firstBlock,
  })
  if (answer?.isRead !== true) return { switchboard, sibling: null, unread: answer?.reason ?? "" }
  return { switchboard, sibling: answer.sibling ?? null }
}

/** The switchboard of the packet's capacitor. A plug that was connected anew since it sent names another one. */
async function readSender({ message, src, srcHead, srcConfig }: Journey): Promise<Address | null> {
  const { packetId } = message
  if (packetId === null) return null
  const { capacitor } = unpackPacketId(packetId)
  if (isAddressEqual(srcConfig.capacitor, capacitor)) return srcConfig.outboundSwitchboard
  const { found } = await searchLogs({
    fromBlock: src.firstBlock ?? 0n,
    toBlock: srcHead.number,
    read: async (range) => {
      const event = getAbiItem({ abi: socketAbi, name: "SwitchboardAdded" })
      const logs = await getLogs(src.client, { address: src.socket, event, ...range })
      const added = logs.map((log) => logWords(log).map(wordToAddress))
      return added.filter(([, , queue]) => queue !== undefined && isAddressEqual(queue, capacitor))
    },
    isEnough: (added) => added.length > 0,
  })
  return found[0]?.[0] ?? null
}
