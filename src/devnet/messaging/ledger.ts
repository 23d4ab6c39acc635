import type { Address, Hex } from "viem"

import { isFinal, type MessageStatus } from "../../messaging/states.js"
import type { Clock } from "../../primitives/clock.js"
import { createListeners } from "../../primitives/createListeners.js"
import type { LogLedger } from "../chain/followLogs.js"
import {
  addMessageFact,
  chainSlugOf,
  createMessageIndex,
  type MessageFact,
  type MessageIndex,
  type Outbound,
  type Proposal,
} from "./facts.js"
import { createFinishedMessages } from "./finishedMessages.js"

/** What only the executor knows of a message, because no chain logs it. */
export type ExecutionNote =
  | { readonly stage: "verified" | "executing"; readonly attempts: number }
  | {
      readonly stage: "reverting" | "failed"
      readonly attempts: number
      readonly revertData: Hex
      /** Clock time of the next attempt. */
      readonly retryAt: number
    }

/** A message of the devnet, in its current state. */
export type MessageRecord = {
  readonly outbound: Outbound
  readonly status: MessageStatus
  readonly isSealed: boolean
  /** Clock time at which the status was reached. */
  readonly since: number
  readonly proposal: Proposal | undefined
  readonly attestedBy: ReadonlySet<Address>
  readonly note: ExecutionNote | undefined
  readonly executionTx: Hex | undefined
  /**
   * The transaction in which the destination executed another message that had this one's id, before `evm_revert` set back the source
   * chain alone. This one can then not be executed.
   */
  readonly idUsedIn: Hex | undefined
}

/**
 * Everything that is known of every message. It outlives the relay's workers, so a relay that is started again goes on from it.
 * No status is stored: each is derived from the facts of both chains and the executor's note. Only facts of the same packed message
 * count, never those of another one with its id.
 *
 * A message that is finished is packed once enough others have finished after it. `get` and `sentIn` still find it, but `inStatus` does
 * not. It is unpacked when another log is about it, or when a chain is set back.
 */
export type MessagingLedger = LogLedger<MessageFact> & {
  /** Sets what the executor knows of a message, unless the message has changed since the executor read it. */
  note(record: MessageRecord, note: ExecutionNote): void
  get(messageId: Hex): MessageRecord | undefined
  /** The messages that a transaction sent. */
  sentIn(chainSlug: number, txHash: Hex): MessageRecord[]
  inStatus(status: MessageStatus): Iterable<MessageRecord>
  /** The messages of a source chain that it has not sealed, whatever became of them on the other chain. */
  unsealed(chainSlug: number): Iterable<MessageRecord>
  /** Calls the listener whenever a message's status changes. Returns a function that unsubscribes it. */
  subscribe(listener: (record: MessageRecord) => void): () => void
}

/**
 * @param watchers how many watchers must attest a packet before it counts as attested
 * @param switchboard the switchboard of these watchers, on every chain; proposals for others do not count
 * @param unpacked how many of the messages that have finished last are not packed
 */
export function createMessagingLedger({
  clock,
  watchers,
  switchboard,
  unpacked = 500,
}: {
  clock: Pick<Clock, "now">
  watchers: number
  switchboard: Address
  unpacked?: number
}): MessagingLedger {
  const indexes = new Map<number, MessageIndex>()
  /** By the hash of the message. */
  const notes = new Map<Hex, ExecutionNote>()
  const records = new Map<Hex, MessageRecord>()
  const byStatus = new Map<MessageStatus, Map<Hex, MessageRecord>>()
  const unsealed = new Map<number, Map<Hex, MessageRecord>>()
  const listeners = createListeners<[record: MessageRecord]>()
  /** Finished messages that are not packed, those that finished first at the front. */
  const finished = new Set<Hex>()
  const packed = createFinishedMessages<MessageRecord>(indexOf)

  function indexOf(chainSlug: number): MessageIndex {
    let index = indexes.get(chainSlug)
    if (index === undefined) indexes.set(chainSlug, (index = createMessageIndex()))
    return index
  }

  function messageOf(fact: MessageFact): Hex | undefined {
    if (fact.kind === "outbound") return fact.message.messageId
    if (fact.kind === "executed") return fact.messageId
    return indexOf(chainSlugOf(fact.packetId)).messageOfPacket.get(fact.packetId)
  }

  function refresh(messageId: Hex): void {
    const before = records.get(messageId)
    const after = derive(messageId)
    if (before !== undefined && after?.status !== before.status) byStatus.get(before.status)?.delete(messageId)
    if (before?.isSealed === false) unsealedOn(before.outbound.srcChainSlug).delete(messageId)
    if (after?.status !== before?.status) finished.delete(messageId)
    if (after === undefined) {
      records.delete(messageId)
      return
    }
    const since = before?.status === after.status ? before.since : clock.now()
    const record = { ...after, since }
    records.set(messageId, record)
    recordsIn(record.status).set(messageId, record)
    if (isFinal(record.status)) finished.add(messageId)
    if (!record.isSealed) unsealedOn(record.outbound.srcChainSlug).set(messageId, record)
    if (before?.status !== record.status) listeners.notify(record)
  }

  function recordsIn(status: MessageStatus): Map<Hex, MessageRecord> {
    let known = byStatus.get(status)
    if (known === undefined) byStatus.set(status, (known = new Map<Hex, MessageRecord>()))
    return known
  }

  /** Packs what finished first. What can't be packed stays as it is. */
  function packFinished(): void {
    for (const messageId of finished) {
      if (finished.size <= unpacked) return
      finished.delete(messageId)
      const record = records.get(messageId)
      if (record === undefined || !packed.pack(record)) continue
      records.delete(messageId)
      notes.delete(record.outbound.packedMessage)
      recordsIn(record.status).delete(messageId)
    }
  }

  function unpack(unpackedRecords: readonly MessageRecord[]): void {
    for (const record of unpackedRecords) {
      const { messageId, packedMessage } = record.outbound
      records.set(messageId, record)
      if (record.note !== undefined) notes.set(packedMessage, record.note)
      recordsIn(record.status).set(messageId, record)
      finished.add(messageId)
    }
  }

  function unsealedOn(chainSlug: number): Map<Hex, MessageRecord> {
    let known = unsealed.get(chainSlug)
    if (known === undefined) unsealed.set(chainSlug, (known = new Map<Hex, MessageRecord>()))
    return known
  }

  function derive(messageId: Hex): Omit<MessageRecord, "since"> | undefined {
    const source = indexOf(chainSlugOf(messageId))
    const outbound = source.outbound.get(messageId)
    if (outbound === undefined) return undefined
    const destination = indexOf(outbound.dstChainSlug)
    const { packetId, packedMessage } = outbound
    const execution = destination.executed.get(messageId)
    const isItsExecution = execution?.root === packedMessage
    const known = {
      outbound,
      isSealed: source.sealed.has(packetId),
      proposal: destination.proposals
        .get(packetId)
        ?.find((proposal) => proposal.root === packedMessage && proposal.switchboard === switchboard),
      attestedBy: destination.attested.get(packedMessage) ?? noWatchers,
      note: notes.get(packedMessage),
      executionTx: isItsExecution ? execution.txHash : undefined,
      idUsedIn: isItsExecution ? undefined : execution?.txHash,
    }
    return { ...known, status: statusOf(known) }
  }

  /** The last thing that happened decides. */
  function statusOf({
    executionTx,
    idUsedIn,
    note,
    attestedBy,
    proposal,
    isSealed,
  }: Omit<MessageRecord, "status" | "since">): MessageStatus {
    if (executionTx !== undefined) return "EXECUTION_SUCCESS"
    if (proposal === undefined) return isSealed ? "SEALED" : "RECEIVED"
    if (attestedBy.size < watchers) return "PROPOSED"
    if (idUsedIn !== undefined) return "EXECUTION_FAILURE"
    return note === undefined ? "ATTESTED" : statusOfNote[note.stage]
  }

  return {
    record(chainSlug, facts) {
      const index = indexOf(chainSlug)
      for (const fact of facts) {
        unpack(packed.unpackFor(fact))
        addMessageFact(index, fact)
      }
      for (const messageId of new Set(facts.map(messageOf))) if (messageId !== undefined) refresh(messageId)
      packFinished()
    },
    replace(chainSlug, facts) {
      unpack(packed.unpackAll())
      const affected = [...records.values()].flatMap(({ outbound: { messageId, srcChainSlug, dstChainSlug } }) =>
        srcChainSlug === chainSlug || dstChainSlug === chainSlug ? [messageId] : [],
      )
      const index = createMessageIndex()
      indexes.set(chainSlug, index)
      for (const fact of facts) addMessageFact(index, fact)
      for (const messageId of new Set([...affected, ...facts.map(messageOf)])) {
        if (messageId === undefined) continue
        const before = records.get(messageId)?.outbound
        // What the executor knew of the destination may no longer hold there.
        const isKept = before?.dstChainSlug !== chainSlug && isSameMessage(before, derive(messageId)?.outbound)
        if (before !== undefined && !isKept) notes.delete(before.packedMessage)
        refresh(messageId)
      }
      packFinished()
    },
    note(record, note) {
      const { messageId, packedMessage } = record.outbound
      if (records.get(messageId) !== record) return
      notes.set(packedMessage, note)
      refresh(messageId)
      packFinished()
    },
    get: (messageId) => records.get(messageId) ?? packed.get(messageId),
    sentIn(chainSlug, txHash) {
      const ids = indexOf(chainSlug).messagesOfTx.get(txHash) ?? []
      return [...packed.sentIn(chainSlug, txHash), ...ids.flatMap((id) => records.get(id) ?? [])].sort(inOrder)
    },
    inStatus: (status) => recordsIn(status).values(),
    unsealed: (chainSlug) => unsealedOn(chainSlug).values(),
    subscribe: (listener) => listeners.subscribe(listener),
  }
}

function isSameMessage(one: Outbound | undefined, other: Outbound | undefined): boolean {
  return one?.packedMessage === other?.packedMessage
}

/** The order in which a chain's socket numbered its messages. */
function inOrder({ outbound: one }: MessageRecord, { outbound: other }: MessageRecord): number {
  return one.messageId < other.messageId ? -1 : 1
}

const noWatchers: ReadonlySet<Address> = new Set()

const statusOfNote = {
  verified: "VERIFIED",
  executing: "EXECUTING",
  reverting: "INBOUND_REVERTING",
  failed: "EXECUTION_FAILURE",
} as const satisfies Record<ExecutionNote["stage"], MessageStatus>
