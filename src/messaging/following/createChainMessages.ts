import type { Hex } from "viem"

import { readDelivery } from "../facts/readDelivery.js"
import { readReceipt } from "../onchain/delivery/readSentMessages.js"
import { type OutboundMessage, readOutboundMessages } from "../onchain/events.js"
import type { MessageChain } from "../reading/confirmDelivery.js"
import { confirmDelivery } from "../reading/confirmDelivery.js"
import { readOwnPacket } from "../reading/readPacket.js"
import { compareStates, hasReached, isFinal, type MessageStatus } from "../states.js"
import type { Message } from "../types.js"
import type { SocketFollower, SocketNews, SocketView } from "./followSocket.js"
import { followSocket } from "./followSocket.js"
import { chainSource, type MessageSource, receivedMessage } from "./messageSource.js"
import { NothingToFollowError } from "./trackingErrors.js"
import { createSharedReader } from "#src/http/polling/sharedReader.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** The chains to read, and how the watches keep time. */
export type ChainMessagesOptions = {
  /** The chain that the messages leave. */
  readonly src: MessageChain
  /** The chain of a slug, or `undefined` if it cannot be read. Then the message is followed on the source chain alone. */
  readonly dstOf: (slug: number) => Promise<MessageChain | undefined>
  /** What counts: what the chains call `safe` or `finalized`, or what has this many blocks above it. Default: "latest". */
  readonly finality?: Finality | undefined
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
}

/**
 * Reads messages and their states from the chains themselves, for watches of messages that the messaging API does not know, or is not to be
 * believed. One reader follows the logs of each chain, so that many watches ask hardly more than one. What the logs name is read from the
 * state of the chain, so that a node that forgets logs or makes them up changes nothing; everything is read anew once a minute, and when a
 * chain has replaced blocks. No node has to keep old state.
 *
 * What leaves no trace on a chain is not seen: that a message is being executed, or that its `inbound` reverts. A message that is never
 * delivered is followed until the deadline of the watch. A transaction that was mined and sent nothing is a `NothingToFollowError`. Where
 * other nodes of the destination are given, one of them must agree that a message was delivered; else it is a `SourcesDisagreeError`.
 *
 * @example
 * const source = createChainMessages({ src: { client, socket }, dstOf: async () => ({ client: other, socket }), finality: "safe" })
 * for await (const { state } of watchMessages(source, { srcChainSlug: 41001, srcTxHash })) console.log(state)
 */
export function createChainMessages({
  src,
  dstOf,
  finality = "latest",
  clock = systemClock,
  random = Math.random,
}: ChainMessagesOptions): MessageSource {
  const source: Side = { chain: src, follower: followSocket(src, { finality, clock }) }
  const destinations = new Map<number, Side>()
  const followed = new Map<Hex, readonly Followed[]>()
  let refreshing: Promise<void> | undefined
  let refreshedAt = Number.NEGATIVE_INFINITY

  /** All watches share what is read at the same time. */
  async function refresh(): Promise<void> {
    refreshing ??= readAll().finally(() => {
      refreshing = undefined
    })
    await refreshing
  }

  async function readAll(): Promise<void> {
    await Promise.all([source, ...destinations.values()].map(sync))
    await Promise.all([...followed.values()].flat().map(readIfDue))
    refreshedAt = clock.now()
  }

  async function sync(side: Side): Promise<void> {
    try {
      const { view, news } = await side.follower.read()
      side.view = view
      side.error = undefined
      takeNews(side, news)
    } catch (error) {
      side.error = error
    }
  }

  function takeNews(side: Side, { about, executions, reorgedFrom }: SocketNews): void {
    for (const [hash, messages] of followed) {
      for (const message of messages) {
        const { sent, fromBlock } = message
        if (side !== source && side !== destinations.get(sent.dstChainSlug)) continue
        if (reorgedFrom !== undefined) {
          if (side === source && reorgedFrom <= fromBlock) followed.delete(hash)
          Object.assign(message, { isAnew: true, isConfirmed: false, executionTxHash: null })
        }
        message.isDue ||= message.isAnew || about.has(sent.packedMessage) || about.has(sent.messageId)
        if (side !== source) message.executionTxHash ??= executions.get(sent.messageId) ?? null
      }
    }
  }

  async function readIfDue(message: Followed): Promise<void> {
    const { sent, fromBlock, seen, isAnew } = message
    const status = seen.at(-1)?.status ?? "RECEIVED"
    const isOld = clock.now() - message.readAt > rereadAfter && !isFinal(status)
    // A switchboard can allow a packet by time alone, and what was tripped can be untripped.
    if (!message.isDue && !isOld && status !== "PROPOSED" && status !== "ATTESTED") return
    const [srcView, dst] = [source.view, destinations.get(sent.dstChainSlug)]
    if (srcView === undefined || source.error !== undefined || dst?.error !== undefined) return
    message.isDue = false
    try {
      const wasProposed = !isAnew && hasReached(status, "PROPOSED")
      const delivery = await readDelivery(sent, { src: srcView, dst: dst?.view, fromBlock, wasProposed })
      Object.assign(message, { isAnew: false, readAt: clock.now(), error: undefined })
      message.executionTxHash = delivery.executionTxHash ?? message.executionTxHash
      note(message, delivery.status, dst)
    } catch (error) {
      Object.assign(message, { isDue: true, error })
    }
  }

  /** What was seen in a block counts once the block is as final as was asked for, unless the chain has taken it back by then. */
  function note({ seen }: Followed, status: MessageStatus, dst: Side | undefined): void {
    while (compareStates(status, seen.at(-1)?.status ?? status) < 0) seen.pop()
    const side = hasReached(status, "PROPOSED") && dst !== undefined ? dst : source
    if (seen.at(-1)?.status !== status) seen.push({ status, side, block: side.view?.blockNumber ?? 0n })
  }

  async function open(hash: Hex): Promise<void> {
    const { view } = source
    if (view === undefined) return
    const receipt = await readReceipt(view.client, hash)
    // One that was mined just now is seen next time, when a reorg from its block on would be noticed.
    if (receipt === undefined || receipt.blockNumber > view.blockNumber) return
    const messages = readOutboundMessages(receipt, { socket: src.socket })
    if (messages.length === 0) throw new NothingToFollowError(hash, receipt)
    for (const { dstChainSlug: slug } of messages) {
      const chain = destinations.has(slug) ? undefined : await dstOf(slug)
      if (chain !== undefined) destinations.set(slug, { chain, follower: followSocket(chain, { finality, clock }) })
    }
    const { blockNumber: fromBlock } = receipt
    const checked = await Promise.all(
      messages.map(async (sent): Promise<Followed> => ({
        sent: { ...sent, packetId: await readOwnPacket(view, sent) },
        fromBlock,
        seen: [{ status: "RECEIVED", side: source, block: fromBlock }],
        ...{ isDue: true, isAnew: true, readAt: 0, executionTxHash: null, isConfirmed: false },
      })),
    )
    followed.set(hash, checked)
    await refreshing
    await refresh()
  }

  function shownStatus({ seen }: Followed): MessageStatus | undefined {
    return seen.findLast(({ side, block }) => block <= (side.view?.finalBlock ?? -1n))?.status
  }

  async function toMessage(message: Followed, hash: Hex): Promise<Message[]> {
    const { sent, executionTxHash } = message
    const dst = destinations.get(sent.dstChainSlug)
    const error = source.error ?? dst?.error ?? message.error
    if (error !== undefined) throw error as Error
    const status = shownStatus(message)
    if (status === undefined) return []
    const received = { ...receivedMessage(sent, hash), status }
    if (status !== "EXECUTION_SUCCESS") return [received]
    if (dst !== undefined && !message.isConfirmed) await confirmDelivery(sent, dst.chain, { saidBy: "node", clock })
    message.isConfirmed = true
    const executionDetails = { inboundStatus: "SUCCESS", isExecuted: true, executor: null, executionTxHash } as const
    return [{ ...received, inboundTx: executionTxHash, executionDetails }]
  }

  return {
    ...chainSource,
    clock,
    random,
    sharedReader: createSharedReader({ clock }),
    async getMessages({ srcTxHash }) {
      try {
        if (clock.now() - refreshedAt >= freshFor) await refresh()
        if (source.error !== undefined) throw source.error as Error
        if (!followed.has(srcTxHash)) await open(srcTxHash)
        const messages = followed.get(srcTxHash) ?? []
        return (await Promise.all(messages.map((message) => toMessage(message, srcTxHash)))).flat()
      } catch (error) {
        if (isPlugsError(error)) throw error
        throw explainCallError(error, { address: src.socket, functionName: "messageExecuted" })
      }
    },
  }
}

type Side = {
  readonly chain: MessageChain
  readonly follower: SocketFollower
  view?: SocketView
  /** Why it was not. */
  error?: unknown
}

type Followed = {
  readonly sent: OutboundMessage
  /** The block in which it was sent. */
  readonly fromBlock: bigint
  /** The states that were seen, in their order, each in the block in which it was read first. */
  readonly seen: { readonly status: MessageStatus; readonly side: Side; readonly block: bigint }[]
  /** Whether there is something new about it. */
  isDue: boolean
  /** Whether nothing counts that was read before. */
  isAnew: boolean
  readAt: number
  executionTxHash: Hex | null
  isConfirmed: boolean
  error?: unknown
}

/** Milliseconds in which what one watch has read is not read again for another one. */
const freshFor = 500

/** Milliseconds after which a message is read anew though no log names it. */
const rereadAfter = 60_000
