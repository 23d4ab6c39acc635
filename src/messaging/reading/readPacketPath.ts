import { type Address, isAddressEqual, type Log, zeroAddress } from "viem"

import { getLogs } from "viem/actions"
import { getAbiItem, getAddress, size, slice } from "viem/utils"

import { searchLogs } from "../../onchain/logs.js"
import { unpackPacketId } from "../ids.js"
import { socketAbi } from "../onchain/abi.js"
import { readSiblingSwitchboards } from "../onchain/connection/readSiblingSwitchboards.js"
import type { Journey } from "./Journey.js"

/** The switchboards between which a packet travels. A transmitter proposes it for the second one. */
export type PacketPath = {
  /** The one on the source chain, whose capacitor queued the packet; `null` if it is not known. */
  readonly switchboard: Address | null
  /** The one on the destination chain that the first one names as its sibling; `null` if it names none, or that is not known. */
  readonly sibling: Address | null
}

/** Reads from the logs of the source chain's socket between which switchboards a message's packet travels. */
export async function readPacketPath(
  journey: Pick<Journey, "message" | "src" | "srcHead" | "srcConfig">,
): Promise<PacketPath> {
  const { message, src } = journey
  const switchboard = await readSender(journey)
  if (switchboard === null) return { switchboard, sibling: null }
  const [answer] = await readSiblingSwitchboards(src.client, {
    socket: src.socket,
    siblingChainSlug: message.dstChainSlug,
    switchboards: [switchboard],
    fromBlock: src.firstBlock,
  })
  return { switchboard, sibling: answer?.isRead === true ? (answer.sibling ?? null) : null }
}

/** The switchboard of the packet's capacitor. A plug that was connected anew since it sent names another one. */
async function readSender({
  message: { packetId },
  src,
  srcHead,
  srcConfig,
}: Pick<Journey, "message" | "src" | "srcHead" | "srcConfig">): Promise<Address | null> {
  if (packetId === null) return null
  const { capacitor } = unpackPacketId(packetId)
  if (isAddressEqual(srcConfig.capacitor, capacitor)) return srcConfig.outboundSwitchboard
  const { found } = await searchLogs({
    fromBlock: src.firstBlock ?? 0n,
    toBlock: srcHead.number,
    read: async (range) => {
      const event = getAbiItem({ abi: socketAbi, name: "SwitchboardAdded" })
      const logs = await getLogs(src.client, { address: src.socket, event, ...range })
      return logs.map(readAdded).filter((added) => isAddressEqual(added.capacitor, capacitor))
    },
    isEnough: (added) => added.length > 0,
  })
  return found[0]?.switchboard ?? null
}

/** Reads the values one after the other, topics first, because deployments differ in whether the first ones are indexed. */
function readAdded({ topics, data }: Pick<Log, "topics" | "data">): { switchboard: Address; capacitor: Address } {
  const words = [
    ...topics.slice(1),
    ...Array.from({ length: Math.floor(size(data) / 32) }, (_, index) => slice(data, index * 32, (index + 1) * 32)),
  ]
  const [switchboard = zeroAddress, , capacitor = zeroAddress] = words.map((word) => getAddress(slice(word, 12, 32)))
  return { switchboard, capacitor }
}
