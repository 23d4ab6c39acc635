import type { Address } from "viem"
import { getTransactionReceipt } from "viem/actions"

import type { FollowedChain } from "../followChain.js"
import { toSentMessage } from "../scanChain.js"
import type { Execution, KnownMessage, WatchStore } from "../store/WatchStore.js"
import type { Contents, DeliveryFacts } from "./judgeDelivery.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { openChainView } from "#src/messaging/reading/ChainView.js"
import { findSentMessage } from "#src/messaging/reading/findSentMessage.js"
import { readBlock, readHead } from "#src/onchain/scanning/LogPosition.js"
import type { Clock } from "#src/primitives/clock.js"

/**
 * Reads what its source chain says of a message that was delivered. One that is not among the blocks that are read is looked for: it may be
 * older, or its chain was read a moment before. What is found is written down.
 *
 * @throws the errors of viem, and {@link NodeFailedError}
 */
export async function readSent(
  { key: messageId, at, message: known, chain: dst }: Execution,
  src: FollowedChain,
  { store, clock }: { readonly store: WatchStore; readonly clock: Clock },
): Promise<DeliveryFacts["sent"]> {
  if (known?.isThere === true) return { known: contentsOf(known) }
  const { client, socket, name } = src
  const view = await openChainView(src)
  // A node that lags does not know yet what was sent. A local chain mines on demand, so that it is not behind where it has mined nothing.
  if (!src.isLocal && view.head.timestamp < BigInt(at)) {
    return { unread: `the newest block of ${name} is from before the delivery.` }
  }
  if (known !== undefined) {
    // What a reorg has taken back can be mined again.
    const final = await readHead(client, "finalized", { clock })
    if (final === undefined || final.blockNumber < BigInt(known.block)) {
      return { unread: `a reorg has taken back that it was sent, and the block in its place is not final yet.` }
    }
  }
  const search = await findSentMessage(src, { messageId, view })
  if (search.kind === "unread") return { unread: search.says }
  if (search.kind === "never sent") return { known: gone(known, search.says) }
  const receipt = await getTransactionReceipt(client, { hash: search.srcTxHash })
  const sent = readOutboundMessages(receipt, { socket }).find((one) => one.messageId === messageId)
  if (sent === undefined || sent.srcChainSlug !== src.slug || sent.dstChainSlug !== dst) {
    return { known: gone(known, "A message with this id was sent to another chain.") }
  }
  const { blockNumber, transactionHash: tx } = receipt
  const block = await readBlock(client, blockNumber, { clock })
  const place = { block: Number(blockNumber), log: sent.logIndex ?? 0, tx, at: Number(block?.timestamp ?? 0n) }
  const message = toSentMessage(sent, place)
  store.add(message, clock.now())
  return { known: contentsOf(message) }
}

function contentsOf({ details, srcPlug }: Pick<KnownMessage, "details"> & { readonly srcPlug: Address }): Contents {
  return { ...details, srcPlug }
}

function gone(known: KnownMessage | undefined, says: string) {
  return known === undefined
    ? ({ gone: "never sent", says } as const)
    : ({ gone: "taken back", says: "a message was delivered, and a reorg has taken back that it was sent." } as const)
}
