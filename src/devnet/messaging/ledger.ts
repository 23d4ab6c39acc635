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
 */
export type MessagingLedger = LogLedger<MessageFact> & {
  /** Sets what the executor knows of a message, unless the message has changed since the executor read it. */
  note(record: MessageRecord, note: ExecutionNote): void
  /** Remembers what the executor knows. Returns a function that goes back to it. */
  remember(): () => void
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
 */
export function createMessagingLedger({
  clock,
  watchers,
  switchboard,
}: {
  clock: Pick<Clock, "now">
  watchers: number
  switchboard: Address
}): MessagingLedger {
  const indexes = new Map<number, MessageIndex>()
  /** By the hash of the message. */
  const notes = new Map<Hex, ExecutionNote>()
  const records = new Map<Hex, MessageRecord>()
  const byStatus = new Map<MessageStatus, Map<Hex, MessageRecord>>()
  const unsealed = new Map<number, Map<Hex, MessageRecord>>()
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
    if (before?.isSealed === false) unsealedOn(before.outbound.srcChainSlug).delete(messageId)
    if (after === undefined) {
      records.delete(messageId)
      return
    }
    const since = before?.status === after.status ? before.since : clock.now()
    const record = { ...after, since }
    records.set(messageId, record)
    recordsIn(record.status).set(messageId, record)
    if (!record.isSealed) unsealedOn(record.outbound.srcChainSlug).set(messageId, record)
    if (before?.status !== record.status) listeners.notify(record)
  }

  function recordsIn(status: MessageStatus): Map<Hex, MessageRecord> {
    let known = byStatus.get(status)
    if (known === undefined) byStatus.set(status, (known = new Map<Hex, MessageRecord>()))
    return known
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
        const before = records.get(messageId)?.outbound
        // What the executor knew of the destination may no longer hold there.
        const isKept = before?.dstChainSlug !== chainSlug && isSameMessage(before, derive(messageId)?.outbound)
        if (before !== undefined && !isKept) notes.delete(before.packedMessage)
        refresh(messageId)
      }
    },
    note(record, note) {
      const { messageId, packedMessage } = record.outbound
      if (records.get(messageId) !== record) return
      notes.set(packedMessage, note)
      refresh(messageId)
    },
    remember() {
      const remembered = [...notes]
      return () => {
        notes.clear()
        for (const [packedMessage, note] of remembered) notes.set(packedMessage, note)
        for (const messageId of records.keys()) refresh(messageId)
      }
    },
    get: (messageId) => records.get(messageId),
    sentIn: (chainSlug, txHash) =>
      (indexOf(chainSlug).messagesOfTx.get(txHash) ?? []).flatMap((id) => records.get(id) ?? []),
    inStatus: (status) => recordsIn(status).values(),
    unsealed: (chainSlug) => unsealedOn(chainSlug).values(),
    subscribe: (listener) => listeners.subscribe(listener),
  }
}

function isSameMessage(one: Outbound | undefined, other: Outbound | undefined): boolean {
  return one?.packedMessage === other?.packedMessage
}

const noWatchers: ReadonlySet<Address> = new Set()

const statusOfNote = {
  verified: "VERIFIED",
  executing: "EXECUTING",
  reverting: "INBOUND_REVERTING",
  failed: "EXECUTION_FAILURE",
} as const satisfies Record<ExecutionNote["stage"], MessageStatus>
