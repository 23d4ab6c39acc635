import type { Address, Hex, Log, ParseEventLogsReturnType } from "viem"
import { getAbiItem, isAddressEqual, toEventSelector } from "viem/utils"

import type { ChainFacts, Mark, Place, SentMessage, WatchedChain } from "./ChainFacts.js"
import { unpackMessageId } from "#src/messaging/ids.js"
import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { feesOf, type OutboundMessage, outboundMessagesIn } from "#src/messaging/onchain/events.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { createLogScanner } from "#src/onchain/scanning/createLogScanner.js"
import { createNewLogsCheck } from "#src/onchain/scanning/createNewLogsCheck.js"
import { type Finality, type LogPosition, readBlock } from "#src/onchain/scanning/LogPosition.js"
import { type Clock } from "#src/primitives/clock.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

const watchedEvents = [
  getAbiItem({ abi: socketAbi, name: "MessageOutbound" }),
  getAbiItem({ abi: socketAbi, name: "Sealed" }),
  getAbiItem({ abi: socketAbi, name: "PacketProposed" }),
  getAbiItem({ abi: socketAbi, name: "ExecutionSuccess" }),
  getAbiItem({ abi: switchboardAbi, name: "ProposalAttested" }),
] as const

type WatchedLog = ParseEventLogsReturnType<typeof watchedEvents, undefined, true>[number]

export type IsWatched = (slug: number, plug: Address) => boolean

export function watchedAmong(chains: readonly Pick<WatchedChain, "slug" | "plugs">[]): IsWatched {
  const keyOf = (slug: number, plug: Address): string => `${slug} ${plug.toLowerCase()}`
  const keys = new Set(chains.flatMap(({ slug, plugs }) => plugs.map((plug) => keyOf(slug, plug))))
  return (slug, plug) => keys.has(keyOf(slug, plug))
}

export type ScanChainOptions = {
  /** The first block to read, or where an earlier scan ended. */
  readonly from: bigint | LogPosition
  readonly finality: Finality
  readonly clock: Clock
  /** Whether a plug is watched, on whichever chain it is. */
  readonly isWatched: IsWatched
  /** Whether a look at a chain on which nothing happens takes a single request. Then the position goes on from time to time only. */
  readonly isFrugal: boolean
}

/** What a step of a scan has found, and where it ended. See `ScannedBlocks` of the scanner. */
export type ScannedFacts = ChainFacts & {
  readonly reorgedFrom: bigint | undefined
  readonly position: LogPosition | undefined
  readonly isCaughtUp: boolean
}

/** Characters of logs that are read at once: what is decoded of them takes many times as much memory, on all chains at the same time. */
const heavy = 250_000

/**
 * Reads from the logs of a chain what concerns watched plugs. Roots of packets say nothing of a plug, so those of others are among the marks.
 *
 * @returns reads the blocks that come next. After an error, another scan has to begin where the last step that was written down has ended
 */
export function scanChain(
  chain: WatchedChain,
  { isWatched, isFrugal, ...options }: ScanChainOptions,
): (signal?: AbortSignal) => Promise<ScannedFacts> {
  const address = [chain.socket, ...chain.switchboards]
  const scanner = createLogScanner(chain.client, { ...options, heavy, address, events: watchedEvents })
  const idle = createNewLogsCheck(chain.client, { address, topics: watchedEvents.map(toEventSelector) })
  let position: LogPosition | undefined
  return async (signal) => {
    if (isFrugal && (await idle.isIdle(position, { clock: options.clock, signal }))) {
      return { messages: [], marks: [], reorgedFrom: undefined, position, isCaughtUp: true }
    }
    const { logs, ...scanned } = await scanner.next(signal)
    idle.note(logs.length)
    const facts = await readFacts(chain, logs, { isWatched, clock: options.clock })
    ;({ position } = scanned)
    return { ...facts, ...scanned }
  }
}

async function readFacts(
  chain: WatchedChain,
  logs: readonly WatchedLog[],
  { clock, isWatched }: Pick<ScanChainOptions, "clock" | "isWatched">,
): Promise<ChainFacts> {
  const gets = (messageId: Hex): boolean => {
    const { srcChainSlug, dstPlug } = unpackMessageId(messageId)
    const isOfSibling = chain.siblings.some((sibling) => isAddressEqual(sibling, dstPlug))
    return isWatched(chain.slug, dstPlug) || isOfSibling || chain.awaited?.includes(srcChainSlug) === true
  }
  const timeOf = memoize((blockNumber: bigint) => readTime(chain, blockNumber, clock))
  const placeOf = async (log: WatchedLog): Promise<Place> => {
    const { blockNumber, logIndex, transactionHash: tx, blockTimestamp } = log as MinedLog
    const isTimed = typeof blockTimestamp === "bigint"
    const at = isTimed ? safeNumber(blockTimestamp, chain) : await timeOf(blockNumber)
    return { block: safeNumber(blockNumber, chain), log: logIndex, tx, at }
  }
  const isSent = (log: WatchedLog): boolean =>
    // No chain says what another one has sent.
    log.eventName === "MessageOutbound" && isSentOn(chain.slug, log.args) && isSentByOrTo(log.args, isWatched)
  const sent = logs.filter(isSent)
  const marked = logs.flatMap((log) => markOf(log, chain, gets) ?? [])
  const messages = await Promise.all(
    sent.flatMap((log) =>
      outboundMessagesIn([log as never], chain).map(async (message) => toSentMessage(message, await placeOf(log))),
    ),
  )
  const marks = await Promise.all(
    marked.map(async ({ log, ...mark }): Promise<Mark> => ({ ...mark, ...(await placeOf(log)) })),
  )
  return { messages, marks }
}

type MinedLog = Log<bigint, number, false>
type Marked = Pick<Mark, "kind" | "key"> & { readonly log: WatchedLog }

type Ends = Extract<WatchedLog, { eventName: "MessageOutbound" }>["args"]

function isSentOn(slug: number, { localChainSlug, msgId }: Ends): boolean {
  return localChainSlug === slug && unpackMessageId(msgId).srcChainSlug === slug
}

function isSentByOrTo({ localChainSlug, localPlug, dstChainSlug, dstPlug }: Ends, isWatched: IsWatched): boolean {
  return isWatched(localChainSlug, localPlug) || isWatched(dstChainSlug, dstPlug)
}

/** Any contract can log what a socket logs. */
function markOf(log: WatchedLog, { socket }: WatchedChain, gets: (messageId: Hex) => boolean): Marked | undefined {
  if (isAddressEqual(log.address, socket) === (log.eventName === "ProposalAttested")) return undefined
  switch (log.eventName) {
    case "MessageOutbound":
      return undefined
    case "Sealed":
      return { log, kind: "sealed", key: log.args.root }
    case "PacketProposed":
      return { log, kind: "proposed", key: log.args.root }
    case "ProposalAttested":
      return { log, kind: "attested", key: log.args.root }
    case "ExecutionSuccess":
      return gets(log.args.msgId) ? { log, kind: "executed", key: log.args.msgId } : undefined
  }
}

export function toSentMessage(message: OutboundMessage, place: Place): SentMessage {
  const { minMsgGasLimit, executionParams, payload } = message
  return {
    ...place,
    id: message.messageId,
    packed: message.packedMessage,
    src: message.srcChainSlug,
    srcPlug: message.srcPlug,
    dst: message.dstChainSlug,
    dstPlug: message.dstPlug,
    details: { executionFee: message.fees.executionFee, minMsgGasLimit, executionParams, payload },
    fee: feesOf([message]),
  }
}

async function readTime(chain: WatchedChain, blockNumber: bigint, clock: Clock): Promise<number> {
  const block = await readBlock(chain.client, blockNumber, { clock })
  if (block === undefined) throw unusable(chain, `it has logs of block ${blockNumber}, and not the block`)
  return safeNumber(block.timestamp, chain)
}

/**
 * A node can name any number.
 *
 * @throws {NodeFailedError} it is beyond those that are exact
 */
export function safeNumber(value: bigint, chain: Pick<WatchedChain, "name">): number {
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value)
  throw unusable(chain, `${value} is no number of a block, and no time`)
}

function unusable({ name }: Pick<WatchedChain, "name">, reason: string): NodeFailedError {
  return new NodeFailedError({ functionName: "eth_getLogs", chain: name }, reason)
}
