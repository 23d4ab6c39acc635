import type { Client, Hex } from "viem"
import { getTransaction, getTransactionReceipt } from "viem/actions"
import { size } from "viem/utils"

import type { ExplainedMessage } from "#extras/page/src/PageEvent.js"
import type { MessageChange } from "#src/devnet/changes.js"
import { compareFees } from "#src/messaging/compareFees.js"
import type { MessagingClient } from "#src/messaging/createMessagingClient.js"
import { feesOf, readOutboundMessages } from "#src/messaging/onchain/events.js"
import { getMinFees } from "#src/messaging/onchain/getMinFees.js"
import { refundedIn } from "#src/onchain/refundedIn.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"

type ReadableChain = { readonly client: Client; readonly name: string }

export type ReadFeeOptions = {
  readonly src: ReadableChain & { readonly socket: Hex }
  /** `undefined` if it cannot be read. */
  readonly dst: ReadableChain | undefined
  readonly to: ChainEntry
  readonly api: Pick<MessagingClient, "estimateMinFees">
  readonly signal: AbortSignal
}

/** Reads what became of the fee of a message: what the API and the socket ask for it now, and what was paid, spent and refunded. */
export async function readFee(
  { messageId, outboundTx, executionTxHash }: MessageChange,
  { src, dst, to, api, signal }: ReadFeeOptions,
): Promise<ExplainedMessage["fee"]> {
  const { client, socket, name } = src
  const hash = outboundTx as Hex
  const [receipt, { value }] = await Promise.all([
    getTransactionReceipt(client, { hash }),
    getTransaction(client, { hash }),
  ])
  const all = readOutboundMessages(receipt, { socket })
  const message = all.find((one) => one.messageId === messageId)
  if (message === undefined) return []
  const {
    srcPlug: plug,
    srcChainSlug,
    dstChainSlug,
    minMsgGasLimit,
    payload,
    executionParams,
    transmissionParams,
  } = message
  const priced = { to, gasLimit: minMsgGasLimit, payloadLength: size(payload) }
  const asked = { socket, plug, dstChainSlug, minMsgGasLimit, payloadSize: size(payload) }
  const [now] = await compareFees({
    ...{ messages: [priced], srcPlug: plug, srcChainSlug, api, signal },
    read: () => getMinFees(client, { ...asked, executionParams, transmissionParams }),
  })
  const executed = dst && executionTxHash !== null ? await spentIn(dst.client, executionTxHash as Hex) : undefined
  const others =
    all.length === 1 ? "" : `, of which ${formatAmount(feesOf(all), 18)} paid for all ${all.length} messages`
  const part = (step: string, wei: bigint | null | undefined, says: string): ExplainedMessage["fee"] =>
    wei === null || wei === undefined ? [] : [{ step, wei: String(wei), says: `${formatAmount(wei, 18)} ${says}` }]
  return [
    ...part("estimated", now?.estimate, "is what the messaging API estimates now"),
    ...part("demanded", now?.onChain, `is what getMinFees of the socket on ${name} demands now`),
    ...part("attached", value, `was attached to the transaction${others}`),
    ...part("paid", feesOf([message]), `was paid to the socket on ${name} for this message`),
    ...part("spent", executed, `of the native token of ${dst?.name ?? ""} was spent on gas by the executor`),
    ...part("refunded", await refundedIn(client, receipt, value), "came back to the sender in the same transaction"),
  ]
}

async function spentIn(client: Client, hash: Hex): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await getTransactionReceipt(client, { hash })
  return gasUsed * effectiveGasPrice
}
