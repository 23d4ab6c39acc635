import type { Address, Client, Hex } from "viem"
import { getTransaction, getTransactionReceipt } from "viem/actions"
import { decodeFunctionData, getAbiItem, isAddressEqual, toFunctionSelector } from "viem/utils"

import type { Alert } from "../alerts/Alert.js"
import type { MessageDetails } from "../ChainFacts.js"
import type { FollowedChain } from "../followChain.js"
import type { LeaveToNextLook } from "../leaveToNextLook.js"
import { toSentMessage } from "../scanChain.js"
import type { DeliveryPath, Execution, KnownMessage, StoredVerdict, WatchStore } from "../store/WatchStore.js"
import {
  type Contents,
  type DeliveryFacts,
  judgeDelivery,
  type Read,
  readOrUnread,
  type Unread,
} from "./judgeDelivery.js"
import { unpackMessageId } from "#src/messaging/ids.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { type ChainView, openChainView, readSocket } from "#src/messaging/reading/ChainView.js"
import { findSentMessage } from "#src/messaging/reading/findSentMessage.js"
import { readBlock, readHead } from "#src/onchain/scanning/LogPosition.js"
import { traceTransaction } from "#src/onchain/simulation/callTrace.js"
import type { Clock } from "#src/primitives/clock.js"
import { lazily, memoize } from "#src/primitives/lifetime/lazily.js"

export type ReconcileOptions = {
  readonly store: WatchStore
  readonly chains: readonly FollowedChain[]
  readonly clock: Clock
  /** Each path has a turn of its own: to trace a transaction takes long, and a node may hang. */
  readonly leave: LeaveToNextLook
  readonly signal?: AbortSignal | undefined
}

export const inboundScope = "inbound:"

/** How many deliveries of a path may fail to be read one after another before the rest of them waits for the next look. */
const maxFailures = 3

/** Milliseconds after which what is unverified is judged again at the latest. */
const maxPause = 10 * 60_000

/**
 * Holds every message that was delivered to a watched plug against what its source chain says was sent. Paths are judged side by side, each
 * from the delivery that has waited longest, so that neither a node that is down nor a flood on one path delays another.
 *
 * What comes of it is in the store.
 */
export async function reconcile({ leave, signal, ...options }: ReconcileOptions): Promise<void> {
  const { store, clock } = options
  const now = clock.now()
  const paths = await store.pathsToJudge(now)
  await Promise.all(
    paths.map(async (path) => {
      await leave(`deliveries ${path.src} ${path.chain}`, () => judgePath(path, { ...options, now, signal }), signal)
    }),
  )
}

type PathOptions = Omit<ReconcileOptions, "leave"> & { readonly now: number }

/** Judges what is to be judged by now, each once. */
async function judgePath(path: DeliveryPath, { store, chains, clock, now, signal }: PathOptions): Promise<void> {
  const dst = chains.find(({ slug }) => slug === path.chain)
  const src = chains.find(({ slug }) => slug === path.src)
  // A chain that is not watched any more, or has not answered yet.
  if (dst === undefined) return
  const read = createFactReader({ src, dst }, { store, clock })
  let failures = 0
  for (;;) {
    const due = await store.toJudge(path, now)
    if (due.length === 0) return
    for (const execution of due) {
      if (signal?.aborted === true || failures >= maxFailures) return
      if (!isOfWatched(execution, dst)) {
        await store.judge(execution, "unwatched")
        continue
      }
      const verdict = judgeDelivery(await read(execution))
      const isOpen = verdict.kind === "unverified"
      failures = isOpen && verdict.isDown ? failures + 1 : 0
      const pause = Math.min(Math.max(now - execution.seen, 1), maxPause)
      await store.judge(execution, toStored(verdict, execution, { src, dst }), isOpen ? now + pause : undefined)
    }
  }
}

/** What a sibling of a watched plug gets from others is not watched. */
export function isOfWatched({ key, message }: Execution, dst: FollowedChain): boolean {
  const { dstPlug } = unpackMessageId(key)
  return message !== undefined || dst.plugs.some((plug) => isAddressEqual(plug, dstPlug))
}

type Ends = { readonly src: FollowedChain | undefined; readonly dst: FollowedChain }

/** What cannot be read is among the facts, with why. */
function createFactReader({ src, dst }: Ends, { store, clock }: Pick<ReconcileOptions, "store" | "clock">) {
  // Many are delivered in one transaction.
  const deliveredIn = memoize((tx: Hex) => readDelivered(dst.client, { ...dst, tx }))
  const answers = new Map<string, Promise<unknown>>()
  const readSibling = async (view: Pick<ChainView, "answers" | "blockNumber">, path: readonly [Address, number]) =>
    (await readSocket({ ...dst, ...view }, "getPlugConfig", path))[0]
  /** A plug that has another sibling now had this one then, or the message is not from it. */
  async function readSender({ key, block }: Execution, expected: Address): Promise<Read<Address>> {
    const { dstPlug, srcChainSlug } = unpackMessageId(key)
    const path = [dstPlug, srcChainSlug] as const
    if (isAddressEqual(await readSibling({ answers }, path), expected)) return { known: expected }
    return { known: await readSibling({ answers: new Map(), blockNumber: BigInt(block) }, path) }
  }
  return async (execution: Execution): Promise<DeliveryFacts> => {
    const { key, tx, isRepeated } = execution
    const { dstPlug, srcChainSlug } = unpackMessageId(key)
    const unread: Unread = {
      unread: `chain ${srcChainSlug}, which it came from, is not watched, or has not answered yet.`,
    }
    const unasked = { sent: unread, delivered: unread, sender: unread, isRepeated, copied: undefined }
    if (src === undefined || isRepeated) return unasked
    const sent = await readOrUnread(src, () => readSent(execution, src, { store, clock }))
    if ("unread" in sent) return { ...unasked, sent }
    const delivered = await readOrUnread(dst, async () => (await deliveredIn(tx))(key))
    if ("gone" in sent.known) {
      const copied =
        "known" in delivered ? await store.findCopy({ details: delivered.known, dst: dst.slug, dstPlug }) : undefined
      return { ...unasked, sent, delivered, copied }
    }
    const { srcPlug } = sent.known
    return { ...unasked, sent, delivered, sender: await readOrUnread(dst, () => readSender(execution, srcPlug)) }
  }
}

function toStored(verdict: ReturnType<typeof judgeDelivery>, execution: Execution, { src, dst }: Ends): StoredVerdict {
  if (verdict.kind === "fine") return "fine"
  const { key: messageId, tx: inboundTx, message } = execution
  const { srcChainSlug } = unpackMessageId(messageId)
  const path = `${src?.name ?? `chain ${srcChainSlug}`} → ${dst.name}`
  const about = { messageId, srcChainSlug, dstChainSlug: dst.slug, outboundTx: message?.tx, inboundTx }
  const kind = verdict.kind === "forged" ? verdict.as : verdict.kind
  return { kind, says: `${path}: ${verdict.says}`, ...about }
}

/** What is wrong, by the id of its alert. What is unverified counts from the moment by which it was first read. */
export async function findWrong(store: WatchStore, seenBy: number): Promise<ReadonlyMap<string, Alert>> {
  const wrong = await store.wrong(seenBy)
  return new Map(wrong.map(({ chain, tx, key, verdict }) => [`${inboundScope}${chain}:${tx}:${key}`, verdict]))
}

/**
 * Reads what a transaction has delivered: the message of its own call of the socket is in its data, and all that are delivered within a call
 * are in its trace alone. Data that looks like a call says nothing, because a contract can do something else with it.
 *
 * @returns finds a delivery by the id of its message
 * @throws the errors of viem, and {@link NodeFailedError}
 */
export async function readDelivered(
  client: Client,
  { socket, tx }: { readonly socket: Address; readonly tx: Hex },
): Promise<(messageId: Hex) => Promise<Read<MessageDetails>>> {
  const { to, input } = await getTransaction(client, { hash: tx })
  const own = to !== null && isAddressEqual(to, socket) ? deliveryIn(input) : undefined
  const trace = lazily(() => traceTransaction(client, { hash: tx, to: to ?? socket }))
  return async (messageId) => {
    if (own?.msgId === messageId) return { known: own.details }
    const calls = await trace()
    if (calls === undefined) {
      return {
        unread: "it was delivered within another call, and the node has no trace of it (debug_traceTransaction).",
      }
    }
    const found = calls.flatMap(({ frame, revertedIn }) => {
      // A delegatecall runs the code of the socket for another contract.
      const isCall = frame.type === "CALL" && frame.to !== undefined && isAddressEqual(frame.to, socket)
      const delivery = isCall && revertedIn === undefined ? deliveryIn(frame.input) : undefined
      return delivery?.msgId === messageId ? [delivery.details] : []
    })
    const [details] = found
    if (details !== undefined && found.length === 1) return { known: details }
    return { unread: `the trace of the transaction has ${found.length} calls that deliver it.` }
  }
}

const execute = getAbiItem({ abi: socketAbi, name: "execute" })
const selector = toFunctionSelector(execute)

function deliveryIn(data: Hex): { readonly msgId: Hex; readonly details: MessageDetails } | undefined {
  if (!data.startsWith(selector)) return undefined
  try {
    const { args } = decodeFunctionData({ abi: [execute], data })
    const { msgId, executionFee, minMsgGasLimit, executionParams, payload } = args[1]
    return { msgId, details: { executionFee, minMsgGasLimit, executionParams, payload } }
  } catch {
    return undefined
  }
}

/**
 * Reads what its source chain says of a message that was delivered. One that is not among the blocks that are read is looked for: it may be
 * older, or its chain was read a moment before. What is found is written down.
 *
 * @throws the errors of viem, and {@link NodeFailedError}
 */
async function readSent(
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
  await store.add(message, clock.now())
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
