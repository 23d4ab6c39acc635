import { type Address, isAddressEqual } from "viem"
import { getLogs } from "viem/actions"
import { getAbiItem } from "viem/utils"

import { searchLogs } from "../../onchain/logs.js"
import { unpackPacketId } from "../ids.js"
import { socketAbi } from "../onchain/abi.js"
import { logWords, readSiblingSwitchboards, wordToAddress } from "../onchain/connection/readSiblingSwitchboards.js"
import type { Journey } from "./Journey.js"

/** The switchboards between which a packet travels. A transmitter proposes it for the second one. */
export type PacketPath = {
  /** The one on the source chain, whose capacitor queued the packet; `null` if it is not known. */
  readonly switchboard: Address | null
  /** The one on the destination chain that the first one names as its sibling; `null` if it names none, or that is not known. */
  readonly sibling: Address | null
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
  return { switchboard, sibling: answer?.isRead === true ? (answer.sibling ?? null) : null }
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
