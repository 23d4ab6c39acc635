import type { Hex } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { explainCallError } from "../../../onchain/callErrors.js"
import { readBlock, readHead } from "../../../onchain/scanning/LogPosition.js"
import type { Clock } from "../../../primitives/clock.js"
import { memoize } from "../../../primitives/lifetime/lazily.js"
import { shorten } from "../../../primitives/text.js"
import { unpackMessageId } from "../../ids.js"
import { readOutboundMessages } from "../../onchain/events.js"
import { findSentMessage } from "../../reading/findSentMessage.js"
import type { Alert } from "../alerts/Alert.js"
import type { MessageDetails } from "../ChainFacts.js"
import type { FollowedChain } from "../followChain.js"
import { toSentMessage } from "../scanChain.js"
import type { Execution, KnownMessage, WatchStore } from "../store/WatchStore.js"
import { readDeliveries } from "./readDeliveries.js"

export type ReconcileOptions = {
  readonly store: WatchStore
  readonly chains: readonly FollowedChain[]
  readonly clock: Clock
  /** Milliseconds after which what is not judged yet is left to the next look: to trace a transaction takes long. */
  readonly patience: number
}

export const inboundScope = "inbound:"

/**
 * Holds every message that was delivered to a watched plug against what its source chain says was sent, and finds those that nobody sent, or
 * that were sent otherwise.
 *
 * @returns what is wrong, by the id of its alert
 * @throws {NodeFailedError} a node did not answer. What was found out before is kept
 */
export async function reconcile({ patience, ...options }: ReconcileOptions): Promise<ReadonlyMap<string, Alert>> {
  const { store, clock } = options
  const deadline = clock.now() + patience
  while ((await judgeSome(options)) > 0 && clock.now() < deadline);
  return new Map(store.wrong().map(({ chain, tx, key, verdict }) => [`${inboundScope}${chain}:${tx}:${key}`, verdict]))
}

/** Judges the newest that were not judged yet. Returns how many could be. */
async function judgeSome({ store, chains, clock }: Omit<ReconcileOptions, "patience">): Promise<number> {
  let judged = 0
  const bySlug = new Map(chains.map((chain) => [chain.slug, chain]))
  for (const [slug, executions] of Map.groupBy(store.unchecked(), ({ chain }) => chain)) {
    const dst = bySlug.get(slug)
    if (dst === undefined) continue
    // Many are delivered in one transaction.
    const deliveriesOf = memoize((tx: Hex) => readDeliveries(dst.client, { ...dst, tx }).catch(failedBy(dst)))
    for (const execution of executions) {
      const { srcChainSlug } = unpackMessageId(execution.key)
      const ends = { src: bySlug.get(srcChainSlug), dst, srcChainSlug }
      const verdict = await judge(execution, ends, { store, clock, deliveriesOf })
      if (verdict === undefined) continue
      store.judge(execution, verdict)
      judged += 1
    }
  }
  return judged
}

type Ends = { readonly src: FollowedChain | undefined; readonly dst: FollowedChain; readonly srcChainSlug: number }

type Evidence = Pick<ReconcileOptions, "store" | "clock"> & {
  readonly deliveriesOf: (tx: Hex) => Promise<ReadonlyMap<Hex, MessageDetails>>
}

/** Returns `undefined` while it cannot be told. */
async function judge(
  execution: Execution,
  { src, dst, srcChainSlug }: Ends,
  { store, clock, deliveriesOf }: Evidence,
): Promise<Alert | "fine" | undefined> {
  const { key: messageId, tx: inboundTx, message: known } = execution
  const { dstPlug } = unpackMessageId(messageId)
  // What a sibling of a watched plug gets from others is not watched.
  if (known === undefined && !dst.plugs.some((plug) => isAddressEqual(plug, dstPlug))) return "fine"
  const about = { messageId, srcChainSlug, dstChainSlug: dst.slug, outboundTx: known?.tx, inboundTx }
  const path = `${src?.name ?? `chain ${srcChainSlug}`} → ${dst.name}`
  const wrong = (kind: Alert["kind"], says: string): Alert => ({ kind, says: `${path}: ${says}`, ...about })
  if (src === undefined) return wrong("unverified", "a message came from a chain that plugs.chains does not have.")
  const sent = known?.isThere === true ? known : await findSent(execution, src, { store, clock })
  if (sent === undefined) return undefined
  const delivered = (await deliveriesOf(inboundTx)).get(messageId)
  if ("says" in sent) {
    if (sent.kind === "unread") return wrong("unverified", `it is not known whether a message was sent. ${sent.says}`)
    if (known !== undefined)
      return wrong("orphaned", "a message was delivered, and a reorg has taken back that it was sent.")
    const copied = delivered && store.findCopy({ details: delivered, dst: dst.slug, dstPlug })
    return copied === undefined
      ? wrong("unsent", `a message was delivered that was never sent. ${sent.says}`)
      : wrong("doubled", `message ${copied} was delivered again, with an id that was never sent.`)
  }
  if (execution.isRepeated) return wrong("doubled", "a message was delivered twice.")
  if (delivered === undefined) {
    const isProposed = store.marksOf(sent).some(({ kind, chain }) => kind === "proposed" && chain === dst.slug)
    return isProposed ? "fine" : wrong("unverified", "what was delivered cannot be read from the transaction.")
  }
  const others = differences(sent.details, delivered)
  return others === "" ? "fine" : wrong("altered", `a message was delivered otherwise than it was sent: ${others}.`)
}

/** Seconds after which a chain that has mined no block since a delivery is not taken for a node that lags. */
const maxLag = 300

type NotFound = { readonly kind: "never sent" | "unread"; readonly says: string }

/** Looks for a message that is not among the blocks that are read: it may be older, or its chain was read a moment before. */
async function findSent(
  { key: messageId, at, message: gone, chain }: Execution,
  src: FollowedChain,
  { store, clock }: Pick<ReconcileOptions, "store" | "clock">,
): Promise<KnownMessage | NotFound | undefined> {
  const { client, socket } = src
  const head = await readHead(client, gone === undefined ? "latest" : "finalized", { clock }).catch(failedBy(src))
  // A node that lags does not know yet what was sent. A local chain mines on demand, so that it stands still and does not lag.
  const isBehind = !src.isLocal && head !== undefined && head.timestamp < BigInt(at)
  if (head === undefined || (isBehind && clock.now() < (at + maxLag) * 1_000)) return undefined
  // What a reorg has taken back can be mined again.
  if (gone !== undefined && head.blockNumber < BigInt(gone.block)) return undefined
  const search = await findSentMessage(src, { messageId })
  if (search.kind !== "found") return { kind: search.kind, says: search.says }
  const receipt = await getTransactionReceipt(client, { hash: search.srcTxHash }).catch(failedBy(src))
  const sent = readOutboundMessages(receipt, { socket }).find((one) => one.messageId === messageId)
  if (sent === undefined || sent.dstChainSlug !== chain) {
    return { kind: "never sent", says: "A message with this id was sent to another chain." }
  }
  const { blockNumber, transactionHash: tx } = receipt
  const block = await readBlock(client, blockNumber, { clock }).catch(failedBy(src))
  const place = { block: Number(blockNumber), log: sent.logIndex ?? 0, tx }
  store.add(toSentMessage(sent, { ...place, at: Number(block?.timestamp ?? 0n) }), clock.now())
  return store.message(messageId)
}

function failedBy({ socket, name }: FollowedChain): (error: unknown) => never {
  return (error) => {
    throw explainCallError(error, { address: socket, functionName: "execute", chain: name })
  }
}

/** What was delivered otherwise than it was sent; empty if nothing was. */
function differences(sent: MessageDetails, delivered: MessageDetails): string {
  const fields = [
    ["payload", "payload"],
    ["minMsgGasLimit", "gas limit"],
    ["executionParams", "parameters"],
    ["executionFee", "fee"],
  ] as const
  const say = (value: bigint | Hex): string => shorten(String(value))
  return fields
    .filter(([field]) => sent[field] !== delivered[field])
    .map(([field, name]) => `its ${name} is ${say(delivered[field])}, and ${say(sent[field])} was sent`)
    .join("; ")
}
