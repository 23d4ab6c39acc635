import type { Address, Hex } from "viem"

import { type LogLedger, rememberEntries } from "../chain/followLogs.js"
import {
  addMessageFact,
  chainSlugOf,
  connectionKey,
  type MessageFact,
  MessageIndex,
  type Outbound,
  type Proposal,
  siblingOf,
  tripKey,
} from "./facts.js"
import type { ExecutionNote, Hold, MessageRecord } from "./MessageRecord.js"
import { type MessageFacts, statusOf } from "#src/messaging/facts/statusOf.js"
import { isFinal, type MessageStatus } from "#src/messaging/states.js"
import type { Clock } from "#src/primitives/clock.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** All that is known about messages. It outlives the relay's workers. Statuses are derived from facts of the same packed message. */
export type MessagingLedger = LogLedger<MessageFact> & {
  /** Sets what an actor knows of a message, unless the message has changed since the actor read it. */
  note(record: MessageRecord, note: ExecutionNote): void
  /** Holds a message until the next fact about it, or until its time has come. Does nothing if the message has changed since it was read. */
  hold(record: MessageRecord, hold: Hold): void
  remember(): () => void
  get(messageId: Hex): MessageRecord | undefined
  sentIn(chainSlug: number, txHash: Hex): MessageRecord[]
  inStatus(status: MessageStatus): Iterable<MessageRecord>
  /** The messages of a source chain that it has not sealed, even if the other chain has executed them. */
  unsealed(chainSlug: number): Iterable<MessageRecord>
  /** Calls the listener whenever a message's status changes. Returns a function that unsubscribes it. */
  subscribe(listener: (record: MessageRecord) => void): () => void
  /** Calls the listener when a message that reverts was tried once more and has reverted again, which changes no status. */
  onAttempt(listener: (record: MessageRecord) => void): () => void
  /** Calls the listener when facts may have released messages that are held. Returns a function that unsubscribes it. */
  onRelease(listener: () => void): () => void
}

export function createMessagingLedger({ clock }: { clock: Pick<Clock, "now"> }): MessagingLedger {
  const indexes = new Map<number, MessageIndex>()
  /** By the hash of the message. */
  const notes = new Map<Hex, ExecutionNote>()
  /** By the hash of the message. */
  const holds = new Map<Hex, Hold>()
  const records = new Map<Hex, MessageRecord>()
  const byStatus = new Map<MessageStatus, Map<Hex, MessageRecord>>()
  const unsealed = new Map<number, Map<Hex, MessageRecord>>()
  const listeners = createListeners<[record: MessageRecord]>()
  const attempts = createListeners<[record: MessageRecord]>()
  const releases = createListeners()

  const indexOf = (chainSlug: number): MessageIndex => getOrAdd(indexes, chainSlug, () => new MessageIndex())
  const recordsIn = (status: MessageStatus) => getOrAdd(byStatus, status, () => new Map<Hex, MessageRecord>())
  const unsealedOn = (chainSlug: number) => getOrAdd(unsealed, chainSlug, () => new Map<Hex, MessageRecord>())

  function messagesOf(chainSlug: number, fact: MessageFact): readonly Hex[] {
    if (fact.kind === "outbound") return [fact.message.messageId]
    if (fact.kind === "executed") return [fact.messageId]
    if (fact.kind === "connected") {
      const { plug, srcChainSlug } = fact
      return unfinished(
        (outbound) =>
          outbound.dstChainSlug === chainSlug && outbound.dstPlug === plug && outbound.srcChainSlug === srcChainSlug,
      )
    }
    if (fact.kind === "capacitorAdded") return []
    if (fact.kind === "siblingNamed") return unfinished(({ srcChainSlug }) => srcChainSlug === chainSlug)
    const messageId = indexOf(chainSlugOf(fact.packetId)).messageOfPacket.get(fact.packetId)
    return messageId === undefined ? [] : [messageId]
  }

  function unfinished(isMeant: (outbound: MessageRecord["outbound"]) => boolean): Hex[] {
    return [...byStatus].flatMap(([status, messages]) =>
      isFinal(status)
        ? []
        : [...messages.values()].flatMap(({ outbound }) => (isMeant(outbound) ? [outbound.messageId] : [])),
    )
  }

  /** @param knownSince when it reached its status, if that is not now */
  function refresh(messageId: Hex, knownSince?: number): void {
    const before = records.get(messageId)
    const after = derive(messageId)
    if (before !== undefined && after?.status !== before.status) byStatus.get(before.status)?.delete(messageId)
    if (before?.isSealed === false) unsealedOn(before.outbound.srcChainSlug).delete(messageId)
    if (after === undefined) {
      records.delete(messageId)
      return
    }
    const since = knownSince ?? (before?.status === after.status ? before.since : clock.now())
    const record = { ...after, since, hold: holds.get(after.outbound.packedMessage) }
    records.set(messageId, record)
    recordsIn(record.status).set(messageId, record)
    if (!record.isSealed) unsealedOn(record.outbound.srcChainSlug).set(messageId, record)
    if (before?.status !== record.status) listeners.notify(record)
  }

  /** Lets messages that are held be tried again, because something is known anew. */
  function release(messageIds: Iterable<Hex>): void {
    for (const messageId of messageIds) {
      const record = records.get(messageId)
      if (record !== undefined) holds.delete(record.outbound.packedMessage)
    }
  }

  function derive(messageId: Hex): ReturnType<typeof deriveMessage> | undefined {
    const source = indexOf(chainSlugOf(messageId))
    const outbound = source.outbound.get(messageId)
    if (outbound === undefined) return undefined
    const destination = indexOf(outbound.dstChainSlug)
    return deriveMessage(outbound, { source, destination, note: notes.get(outbound.packedMessage) })
  }

  return {
    record(chainSlug, facts) {
      const index = indexOf(chainSlug)
      for (const fact of facts) addMessageFact(index, fact)
      const affected = new Set(facts.flatMap((fact) => messagesOf(chainSlug, fact)))
      release(affected)
      for (const messageId of affected) refresh(messageId)
      if (affected.size > 0) releases.notify()
    },
    replace(chainSlug, facts) {
      const affected = [...records.values()].flatMap(({ outbound: { messageId, srcChainSlug, dstChainSlug } }) =>
        srcChainSlug === chainSlug || dstChainSlug === chainSlug ? [messageId] : [],
      )
      const index = new MessageIndex()
      indexes.set(chainSlug, index)
      for (const fact of facts) addMessageFact(index, fact)
      const all = new Set([...affected, ...facts.flatMap((fact) => messagesOf(chainSlug, fact))])
      release(all)
      for (const messageId of all) {
        const before = records.get(messageId)?.outbound
        // What the executor knew of the destination may no longer hold there.
        const isKept =
          before?.dstChainSlug !== chainSlug && before?.packedMessage === derive(messageId)?.outbound.packedMessage
        if (before !== undefined && !isKept) notes.delete(before.packedMessage)
        refresh(messageId)
      }
      releases.notify()
    },
    note(record, note) {
      const { messageId, packedMessage } = record.outbound
      if (records.get(messageId) !== record) return
      notes.set(packedMessage, note)
      holds.delete(packedMessage)
      refresh(messageId)
      const after = records.get(messageId)
      if (after?.status === "INBOUND_REVERTING" && record.status === after.status) attempts.notify(after)
    },
    hold(record, hold) {
      const { messageId, packedMessage } = record.outbound
      if (records.get(messageId) !== record) return
      holds.set(packedMessage, hold)
      refresh(messageId)
    },
    get: (messageId) => records.get(messageId),
    sentIn: (chainSlug, txHash) =>
      (indexOf(chainSlug).messagesOfTx.get(txHash) ?? [])
        .flatMap((id) => records.get(id) ?? [])
        // As the chain's socket numbered them.
        .sort(({ outbound: one }, { outbound: other }) => (one.messageId < other.messageId ? -1 : 1)),
    remember() {
      const restoreNotes = rememberEntries(notes)
      const times = new Map([...records.values()].map(({ outbound, since }) => [outbound.packedMessage, since]))
      return () => {
        restoreNotes()
        holds.clear()
        for (const [messageId, { outbound }] of records) refresh(messageId, times.get(outbound.packedMessage))
      }
    },
    inStatus: (status) => recordsIn(status).values(),
    unsealed: (chainSlug) => unsealedOn(chainSlug).values(),
    subscribe: (listener) => listeners.subscribe(listener),
    onAttempt: (listener) => attempts.subscribe(listener),
    onRelease: (listener) => releases.subscribe(listener),
  }
}

/** What follows from the facts of both chains and a note. */
type DerivedMessage = Omit<MessageRecord, "since" | "hold">

/** Counts only proposals that can be executed: untripped, with the message's own root, for the plug's switchboard. */
export function deriveMessage(
  outbound: Outbound,
  {
    source,
    destination,
    note: lastNote,
  }: { source: MessageIndex; destination: MessageIndex; note: ExecutionNote | undefined },
): DerivedMessage {
  const { messageId, packetId, packedMessage, srcChainSlug, dstPlug } = outbound
  const connection = destination.connections.get(connectionKey(dstPlug, srcChainSlug))
  const own = (destination.proposals.get(packetId) ?? []).filter(({ root }) => root === packedMessage)
  const executable = own.filter(
    ({ switchboard, proposalCount }) =>
      switchboard === connection?.inboundSwitchboard &&
      !destination.tripped.has(tripKey({ packetId, proposalCount, switchboard })),
  )
  const execution = destination.executed.get(messageId)
  const isItsExecution = execution?.root === packedMessage
  const isFinished = isItsExecution || lastNote?.stage === "failed"
  const usedCount = isItsExecution ? execution.proposalCount : lastNote?.proposalCount
  const used = (isFinished ? own : executable).find(({ proposalCount }) => proposalCount === usedCount)
  const known = {
    outbound,
    isSealed: source.sealed.has(packetId),
    connection: isFinished ? undefined : connection,
    sibling: isFinished ? undefined : siblingOf(source, outbound),
    proposedFor: isFinished ? noSwitchboards : own.map(({ switchboard }) => switchboard),
    proposals: isFinished ? noProposals : executable,
    proposal: used ?? executable[0],
    attestedBy: destination.attested.get(packedMessage) ?? noWatchers,
    // What was known of a proposal that may no longer be executed is worth nothing.
    note: used === undefined ? undefined : lastNote,
    executionTx: isItsExecution ? execution.txHash : undefined,
    idUsedIn: isItsExecution ? undefined : execution?.txHash,
  }
  return { ...known, status: statusOfRecord(known) }
}

/** What the chains show, and what only the actors know beyond it: the API has verified a packet only when they say so. */
function statusOfRecord({
  executionTx,
  idUsedIn,
  note,
  proposal,
  isSealed,
}: Omit<DerivedMessage, "status">): MessageStatus {
  const isExecuted = executionTx !== undefined
  const stage = proposal === undefined || isExecuted ? undefined : note?.stage
  const proposals: MessageFacts["proposals"] =
    proposal === undefined
      ? []
      : [{ isTripped: false, isRootValid: stage !== undefined, isAllowed: stage === "verified" }]
  const shown = statusOf({ isSealed, proposals, isExecuted })
  if (stage === undefined) return shown
  if (idUsedIn !== undefined) return "EXECUTION_FAILURE"
  return stage === "attested" || stage === "verified" ? shown : executing[stage]
}

const noProposals: readonly Proposal[] = []
const noSwitchboards: readonly Address[] = []
const noWatchers: ReadonlySet<Address> = new Set()

const executing = {
  executing: "EXECUTING",
  reverting: "INBOUND_REVERTING",
  failed: "EXECUTION_FAILURE",
} as const satisfies Partial<Record<ExecutionNote["stage"], MessageStatus>>
