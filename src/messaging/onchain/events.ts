import type { Address, ContractEventName, Hex, Log } from "viem"
import { getAbiItem, getAddress, isAddressEqual, parseEventLogs } from "viem/utils"

import { hashPackedMessage, type PackedMessageParts, packPacketId } from "../ids.js"
import { capacitorAbi, socketAbi, type switchboardAbi } from "./abi.js"

/** A message as the logs of the source chain describe it when it is sent. */
export type OutboundMessage = Omit<PackedMessageParts, "executionFee"> & {
  /** The packet that the message was queued in; `null` if the capacitor's log is missing. */
  readonly packetId: Hex | null
  readonly packedMessage: Hex
  readonly transmissionParams: Hex
  /** How the socket split the fee, in wei. */
  readonly fees: { readonly transmissionFees: bigint; readonly executionFee: bigint; readonly switchboardFees: bigint }
  readonly socket: Address
  readonly transactionHash: Hex | null
  readonly logIndex: number | null
}

/** The parts of a viem log that are read, so that logs from any source can be passed. */
export type ReadableLog = Pick<Log, "address" | "topics" | "data"> & Partial<Pick<Log, "transactionHash" | "logIndex">>

/**
 * Finds the messages that a transaction sent, in order.
 *
 * Only the socket's own capacitors count, because any contract can log what they log. The socket calls its capacitor and logs the
 * message at once, with nothing in between, so the last `MessageAdded` of the message before its `MessageOutbound` is the capacitor's.
 * Another contract's is earlier or later.
 *
 * @param receiptOrLogs a receipt, or logs of one or more transactions of one chain, in the order of the chain
 * @param options.socket returns messages of this socket alone; without it, any contract can imitate a message by logging the same event
 * @example
 * const receipt = await publicClient.waitForTransactionReceipt({ hash })
 * for (const { messageId, dstChainSlug } of readOutboundMessages(receipt, { socket })) …
 */
export function readOutboundMessages(
  receiptOrLogs: { readonly logs: readonly ReadableLog[] } | readonly ReadableLog[],
  { socket }: { readonly socket?: Address | undefined } = {},
): OutboundMessage[] {
  const logs = "logs" in receiptOrLogs ? receiptOrLogs.logs : receiptOrLogs
  return outboundMessagesIn(parseEventLogs({ abi, logs: logs as Log[] }), { socket })
}

/** Finds messages as {@link readOutboundMessages} does, in logs that are decoded already. Those of other events are left out. */
export function outboundMessagesIn(
  logs: readonly (DecodedLog | { readonly eventName: OtherEvent })[],
  { socket }: { readonly socket?: Address | undefined },
): OutboundMessage[] {
  const packets = new Map<Hex, { capacitor: Address; packetCount: bigint }>()
  const messages: OutboundMessage[] = []
  for (const log of logs) {
    if (log.eventName === "MessageAdded") {
      packets.set(log.args.packedMessage, { capacitor: log.address, packetCount: log.args.packetCount })
    } else if (log.eventName === "MessageOutbound") {
      if (socket === undefined || isAddressEqual(log.address, socket)) messages.push(toMessage(log, packets))
    }
  }
  return messages
}

/** Adds up what the socket got for messages, in wei. */
export function feesOf(messages: readonly Pick<OutboundMessage, "fees">[]): bigint {
  return messages.reduce((sum, { fees }) => sum + fees.transmissionFees + fees.executionFee + fees.switchboardFees, 0n)
}

const abi = [
  getAbiItem({ abi: capacitorAbi, name: "MessageAdded" }),
  getAbiItem({ abi: socketAbi, name: "MessageOutbound" }),
] as const

/** A log of a capacitor or a socket that says that a message was sent. */
type DecodedLog =
  | Log<bigint, number, false, undefined, true, typeof capacitorAbi, "MessageAdded">
  | Log<bigint, number, false, undefined, true, typeof socketAbi, "MessageOutbound">

type OtherEvent = Exclude<
  ContractEventName<typeof capacitorAbi | typeof socketAbi | typeof switchboardAbi>,
  DecodedLog["eventName"]
>

function toMessage(
  { args, ...log }: Log<bigint, number, false, undefined, true, typeof socketAbi, "MessageOutbound">,
  packets: ReadonlyMap<Hex, { readonly capacitor: Address; readonly packetCount: bigint }>,
): OutboundMessage {
  const { localChainSlug: srcChainSlug, localPlug: srcPlug, msgId: messageId, ...sent } = args
  const { executionFee } = sent.fees
  const packedMessage = hashPackedMessage({ ...sent, srcChainSlug, srcPlug, messageId, executionFee })
  const packet = packets.get(packedMessage)
  const packetId = packet === undefined ? null : packPacketId({ srcChainSlug, ...packet })
  const { transactionHash, logIndex } = log
  const place = { socket: getAddress(log.address), transactionHash, logIndex }
  return { messageId, packetId, packedMessage, srcChainSlug, srcPlug, ...sent, ...place }
}
