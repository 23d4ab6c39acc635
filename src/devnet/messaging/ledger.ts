import type { Address, Hex } from "viem"

import type { MessageStatus } from "../../messaging/states.js"
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
  /** Clock time at which the status was reached. */
  readonly since: number
  readonly proposal: Proposal | undefined
  readonly attestedBy: ReadonlySet<Address>
  readonly note: ExecutionNote | undefined
  readonly executionTx: Hex | undefined
}

/**
 * Everything that is known of every message. It outlives the relay's workers, so a relay that is started again goes on from it.
 * No status is stored: each is derived from the facts of both chains and the executor's note.
 */
export type MessagingLedger = LogLedger<MessageFact> & {
  /** Sets or removes what the executor knows of a message. */
  note(messageId: Hex, note: ExecutionNote | undefined): void
  get(messageId: Hex): MessageRecord | undefined
  /** The messages that a transaction sent. */
  sentIn(chainSlug: number, txHash: Hex): MessageRecord[]
  inStatus(status: MessageStatus): Iterable<MessageRecord>
  /** Calls the listener whenever a message's status changes. Returns a function that unsubscribes it. */
  subscribe(listener: (record: MessageRecord) => void): () => void
}

/** @param watchers how many watchers must attest a packet before it counts as attested */
export function createMessagingLedger({
  clock,
  watchers,
}: {
  clock: Pick<Clock, "now">
  watchers: number
}): MessagingLedger {
  const indexes = new Map<number, MessageIndex>()
  const notes = new Map<Hex, ExecutionNote>()
  const records = new Map<Hex, MessageRecord>()
  const byStatus = new Map<MessageStatus, Map<Hex, MessageRecord>>()
  const listeners = createListeners<[record: MessageRecord]>()

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
    if (after === undefined) {
      records.delete(messageId)
      return
    }
    const since = before?.status === after.status ? before.since : clock.now()
    const record = { ...after, since }
    records.set(messageId, record)
    recordsIn(record.status).set(messageId, record)
    if (before?.status !== record.status) listeners.notify(record)
  }

  function recordsIn(status: MessageStatus): Map<Hex, MessageRecord> {
    let known = byStatus.get(status)
    if (known === undefined) byStatus.set(status, (known = new Map<Hex, MessageRecord>()))
    return known
  }

  function derive(messageId: Hex): Omit<MessageRecord, "since"> | undefined {
    const source = indexOf(chainSlugOf(messageId))
    const outbound = source.outbound.get(messageId)
    if (outbound === undefined) return undefined
    const destination = indexOf(outbound.dstChainSlug)
    const known = {
      outbound,
      proposal: destination.proposed.get(outbound.packetId),
      attestedBy: destination.attested.get(outbound.packetId) ?? noWatchers,
      note: notes.get(messageId),
      executionTx: destination.executed.get(messageId),
    }
    return { ...known, status: statusOf(known, source.sealed.has(outbound.packetId)) }
  }

  /** The last thing that happened decides. */
  function statusOf(
    { executionTx, note, attestedBy, proposal }: Omit<MessageRecord, "status" | "since">,
    isSealed: boolean,
  ): MessageStatus {
    if (executionTx !== undefined) return "EXECUTION_SUCCESS"
    if (note !== undefined) return statusOfNote[note.stage]
    if (attestedBy.size >= watchers) return "ATTESTED"
    if (proposal !== undefined) return "PROPOSED"
    return isSealed ? "SEALED" : "RECEIVED"
  }

  return {
    record(chainSlug, facts) {
      const index = indexOf(chainSlug)
      for (const fact of facts) addMessageFact(index, fact)
      for (const messageId of new Set(facts.map(messageOf))) if (messageId !== undefined) refresh(messageId)
    },
    replace(chainSlug, facts) {
      const affected = [...records.values()].flatMap(({ outbound: { messageId, srcChainSlug, dstChainSlug } }) =>
        srcChainSlug === chainSlug || dstChainSlug === chainSlug ? [messageId] : [],
      )
      const index = createMessageIndex()
      indexes.set(chainSlug, index)
      for (const fact of facts) addMessageFact(index, fact)
      for (const messageId of new Set([...affected, ...facts.map(messageOf)])) {
        if (messageId === undefined) continue
        // The executor's note holds only while the message's packet is attested.
        if ((derive(messageId)?.attestedBy.size ?? 0) < watchers) notes.delete(messageId)
        refresh(messageId)
      }
    },
    note(messageId, note) {
      if (note === undefined) notes.delete(messageId)
      else notes.set(messageId, note)
      refresh(messageId)
    },
    get: (messageId) => records.get(messageId),
    sentIn: (chainSlug, txHash) =>
      (indexOf(chainSlug).messagesOfTx.get(txHash) ?? []).flatMap((id) => records.get(id) ?? []),
    inStatus: (status) => recordsIn(status).values(),
    subscribe: (listener) => listeners.subscribe(listener),
  }
}

const noWatchers: ReadonlySet<Address> = new Set()

const statusOfNote = {
  verified: "VERIFIED",
  executing: "EXECUTING",
  reverting: "INBOUND_REVERTING",
  failed: "EXECUTION_FAILURE",
} as const satisfies Record<ExecutionNote["stage"], MessageStatus>
