import { BaseError, type Hex, zeroHash } from "viem"

import { readReceipt } from "../onchain/delivery/readSentMessages.js"
import { type OutboundMessage, readOutboundMessages } from "../onchain/events.js"
import { readCarriedMessage } from "../onchain/standard/gatewayMessage.js"
import { type ChainViewAtHead, openChainView, toMined } from "./ChainView.js"
import type { Journey, ReadableChain, Unread } from "./Journey.js"
import { readArrival } from "./readArrival.js"
import { readConnection } from "./readConnection.js"
import { readOwnPacket, readSealing, type Sealing } from "./readPacket.js"
import { explainCallError, isContractFailure } from "#src/onchain/callErrors.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { clauseOf } from "#src/primitives/text.js"

export type ReadJourneysParameters = {
  readonly src: ReadableChain
  readonly srcTxHash: Hex
  /** Only this message of the transaction. */
  readonly messageId?: Hex | undefined
  /** A view of `src`. Default: one of its newest block. */
  readonly view?: ChainViewAtHead | undefined
  /** The chain of a slug; `undefined` if it cannot be read. */
  readonly chainOf: (slug: number) => Promise<ReadableChain | undefined>
}

/**
 * Reads everything that both chains say of the messages of a transaction. Each chain is read in one block, and what several messages need
 * is read once.
 *
 * @returns none if the transaction is not mined, or sent none
 * @throws {NodeFailedError} the node of the source chain did not answer
 */
export async function readJourneys(asked: ReadJourneysParameters): Promise<readonly Journey[]> {
  const { src, srcTxHash, messageId, view: given, chainOf } = asked
  const destinationOf = memoize((slug: number) => openDestination(slug, chainOf))
  try {
    const receipt = await readReceipt(src.client, srcTxHash)
    if (receipt === undefined) return []
    const view = given ?? (await openChainView(src))
    const { blockNumber, logs } = receipt
    const blockTimestamp = logs[0]?.blockTimestamp
    const sent = await toMined(view, { blockNumber, transactionHash: srcTxHash, blockTimestamp })
    const messages = readOutboundMessages(receipt, { socket: src.socket }).filter(
      (message) => messageId === undefined || message.messageId === messageId.toLowerCase(),
    )
    return await Promise.all(messages.map((message) => readJourney(src, { view, sent, message, destinationOf })))
  } catch (error) {
    throw explainCallError(error, { address: src.socket, functionName: "getPlugConfig", chain: src.name })
  }
}

/** Reads what both chains say of messages that are only simulated, as if they were sent and proposed now. */
export async function readUnsentJourneys(
  messages: readonly OutboundMessage[],
  { src, chainOf }: Pick<ReadJourneysParameters, "src" | "chainOf">,
): Promise<readonly Journey[]> {
  const destinationOf = memoize((slug: number) => openDestination(slug, chainOf))
  try {
    const view = await openChainView(src)
    const { number: blockNumber, timestamp } = view.head
    const shared = { view, sent: { blockNumber, transactionHash: zeroHash, timestamp }, destinationOf, isUnsent: true }
    return await Promise.all(messages.map((message) => readJourney(src, { ...shared, message })))
  } catch (error) {
    throw explainCallError(error, { address: src.socket, functionName: "getPlugConfig", chain: src.name })
  }
}

/** The destination chain of a message, or why it cannot be read. */
type Destination =
  | { readonly chain: ReadableChain; readonly view: ChainViewAtHead }
  | { readonly problem: string; readonly isRetired?: boolean }

async function openDestination(slug: number, chainOf: ReadJourneysParameters["chainOf"]): Promise<Destination> {
  const chain = await chainOf(slug).catch((error: unknown) => {
    if (!isPlugsError(error)) throw error
    return { problem: error.clause, isRetired: error.code === "CHAIN_RETIRED" }
  })
  if (chain === undefined) return { problem: "no node that answers is known for it" }
  if ("problem" in chain) return chain
  try {
    return { chain, view: await openChainView(chain) }
  } catch (error) {
    return problemOf(error, chain)
  }
}

async function readJourney(
  src: ReadableChain,
  context: Pick<Journey, "message" | "sent" | "isUnsent"> & {
    readonly view: ChainViewAtHead
    readonly destinationOf: (slug: number) => Promise<Destination>
  },
): Promise<Journey> {
  const { view, sent, message: logged, destinationOf, isUnsent = false } = context
  const { srcPlug: plug, dstChainSlug } = logged
  const [destination, carried, srcConfig] = await Promise.all([
    destinationOf(dstChainSlug),
    readCarriedMessage(src.client, logged),
    readConnection(view, { plug, siblingChainSlug: dstChainSlug }),
  ])
  const packetId = await readOwnPacket(view, { packetId: logged.packetId, knownCapacitor: srcConfig.capacitor })
  const message = { ...logged, packetId }
  const unsealed: Sealing = { sealed: null, nextToSeal: null, unread: undefined }
  const [{ sealed, nextToSeal, unread }, arrived] = await Promise.all([
    packetId === null || isUnsent ? unsealed : readSealing(view, { packetId, fromBlock: sent.blockNumber }),
    readAt(destination, { message, isUnsent }),
  ])
  const notTold: Unread[] =
    unread === undefined ? [] : [{ chain: src.name, what: `where packet ${packetId ?? ""} was sealed`, why: unread }]
  return {
    message,
    carried,
    src,
    srcHead: view.head,
    sent,
    srcConfig,
    sealed,
    nextToSeal,
    isUnsent,
    arrival: arrived.arrival,
    unread: [...notTold, ...arrived.unread],
  }
}

async function readAt(
  destination: Destination,
  asked: { readonly message: OutboundMessage; readonly isUnsent: boolean },
): Promise<Pick<Journey, "arrival" | "unread">> {
  if ("problem" in destination) return { arrival: destination, unread: [] }
  const { chain, view } = destination
  try {
    return await readArrival(chain, { view, ...asked })
  } catch (error) {
    return { arrival: problemOf(error, chain), unread: [] }
  }
}

/** A destination that cannot be read is an answer. A bug is not. */
function problemOf(error: unknown, { name, socket }: ReadableChain): { readonly problem: string } {
  if (isContractFailure(error)) return { problem: `there is no socket at ${socket} on ${name}` }
  if (error instanceof BaseError)
    return { problem: `the node of ${name} does not answer: ${clauseOf(nodeReason(error))}` }
  throw error
}
