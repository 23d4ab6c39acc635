import { type Address, isAddressEqual, zeroAddress } from "viem"

import { getLogs } from "viem/actions"
import { getAbiItem, getAddress, size, slice } from "viem/utils"

import { unpackPacketId } from "../../ids.js"
import { socketAbi } from "../../onchain/abi.js"
import { readSiblingSwitchboards } from "../../onchain/connection/readSiblingSwitchboards.js"
import type { Journey } from "../../reading/types.js"

/** The switchboards between which a packet travels. A transmitter proposes it for the second one. */
export type PacketPath = {
  /** The one on the source chain, whose capacitor queued the packet; `null` if it is not known. */
  readonly switchboard: Address | null
  /** The one on the destination chain that the first one names as its sibling; `null` if it names none, or that is not known. */
  readonly sibling: Address | null
}

/** Reads from the logs of the source chain's socket between which switchboards a message's packet travels. */
export async function readPacketPath(
  journey: Pick<Journey, "message" | "src" | "srcConfig">,
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
  srcConfig,
}: Pick<Journey, "message" | "src" | "srcConfig">): Promise<Address | null> {
  if (packetId === null) return null
  const { capacitor } = unpackPacketId(packetId)
  if (isAddressEqual(srcConfig.capacitor, capacitor)) return srcConfig.outboundSwitchboard
  try {
    const logs = await getLogs(src.client, {
      address: src.socket,
      event: getAbiItem({ abi: socketAbi, name: "SwitchboardAdded" }),
      fromBlock: src.firstBlock ?? 0n,
    })
    for (const { topics, data } of logs) {
      // Deployments differ in whether the first values are indexed.
      const words = [...topics.slice(1), ...Array.from({ length: size(data) / 32 }, (_, at) => slice(data, at * 32, at * 32 + 32))]
      const [switchboard, , queue] = words.map((word) => getAddress(slice(word, 12, 32)))
      if (switchboard !== undefined && isAddressEqual(queue ?? zeroAddress, capacitor)) return switchboard
    }
  } catch {
    // The node does not give logs so far back. The cause is known without it, and only less is known of how to mend it.
  }
  return null
}
