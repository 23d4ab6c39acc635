import { type Address, zeroAddress } from "viem"
import { isAddressEqual } from "viem/utils"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { AdoptConnections } from "#src/devnet/messaging/adoption.js"
import { connectionKey, type MessageFact } from "#src/devnet/messaging/facts.js"
import type { MessagingLedger } from "#src/devnet/messaging/ledger.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"

/**
 * Plugs of a fork can have been connected before it, in blocks whose logs are not read.
 *
 * @param known takes what is found, for who reads all logs of the fork again
 */
export function createAdoptConnections(
  { publicClient, slug }: Pick<LocalChain, "publicClient" | "slug">,
  { socket, ledger, known }: { socket: Address; ledger: Pick<MessagingLedger, "record" | "get">; known: MessageFact[] },
): AdoptConnections {
  async function read({ outbound: { dstPlug: plug, srcChainSlug } }: MessageRecord): Promise<readonly MessageFact[]> {
    const connected = { socket, plug, siblingChainSlug: srcChainSlug }
    const { siblingPlug, inboundSwitchboard } = await getPlugConfig(publicClient, connected)
    if (isAddressEqual(siblingPlug, zeroAddress)) return []
    return [{ kind: "connected", plug, srcChainSlug, connection: { siblingPlug, inboundSwitchboard } }]
  }

  return async (records) => {
    const unknown = records.filter(({ connection }) => connection === undefined)
    const byPlug = new Map(
      unknown.map((record) => [connectionKey(record.outbound.dstPlug, record.outbound.srcChainSlug), record]),
    )
    const found = (await Promise.all([...byPlug.values()].map(read))).flat()
    if (found.length === 0) return records
    known.push(...found)
    const { timestamp } = await publicClient.getBlock()
    ledger.record(slug, found, { timestamp: Number(timestamp) })
    return records.flatMap(({ outbound: { messageId } }) => {
      const record = ledger.get(messageId)
      return record?.status === "SEALED" ? [record] : []
    })
  }
}
