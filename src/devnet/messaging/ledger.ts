import type { Address, Hex } from "viem"

import {
  chainSlugOf,
  createChainFacts,
  type Fact,
  type Outbound,
  type ChainFacts,
  type Proposal,
  addFact,
} from "./facts.js"
import type { MessageStatus } from "../../messaging/states.js"
import type { Clock } from "../../primitives/clock.js"

/** What only the executor knows of a message: no chain logs it. */
export type ExecutionNote =
  | { readonly stage: "verified" | "executing"; readonly attempts: number }
  | {
      readonly stage: "reverting" | "failed"
      readonly attempts: number
      readonly revertData: Hex
      /** Clock time of the next try. */
      readonly retryAt: number
    }

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
 * All that is known of every message. It outlives the relay, so a relay that was stopped finds its work here again.
 * A status is never stored: it follows from the facts of both chains and the executor's note.
 */
export type Ledger = {
  /** Adds what one chain's logs told, and says so once to every subscriber. */
  record(chainSlug: number, facts: readonly Fact[]): void
  /** Puts what one chain tells now in place of all it told before, because its history changed. */
  replace(chainSlug: number, facts: readonly Fact[]): void
  note(messageId: Hex, note: ExecutionNote | undefined): void
  get(messageId: Hex): MessageRecord | undefined
  sentIn(chainSlug: number, txHash: Hex): MessageRecord[]
  inStatus(status: MessageStatus): Iterable<MessageRecord>
  subscribe(listener: (record: MessageRecord) => void): () => void
}

/** @param watchers how many must attest a packet before it counts as attested */
export function createLedger({ clock, watchers }: { clock: Pick<Clock, "now">; watchers: number }): Ledger {
  const pages = new Map<number, ChainFacts>()
  const notes = new Map<Hex, ExecutionNote>()
  const records = new Map<Hex, MessageRecord>()
  const byStatus = new Map<MessageStatus, Map<Hex, MessageRecord>>()
  const listeners = new Set<(record: MessageRecord) => void>()

  function pageOf(chainSlug: number): ChainFacts {
    let page = pages.get(chainSlug)
    if (page === undefined) pages.set(chainSlug, (page = createChainFacts()))
    return page
  }

  function messageOf(fact: Fact): Hex | undefined {
    if (fact.kind === "outbound") return fact.message.messageId
    if (fact.kind === "executed") return fact.messageId
    return pageOf(chainSlugOf(fact.packetId)).messageOfPacket.get(fact.packetId)
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
    indexOf(record.status).set(messageId, record)
    if (before?.status !== record.status) for (const listener of listeners) listener(record)
  }

  function indexOf(status: MessageStatus): Map<Hex, MessageRecord> {
    let index = byStatus.get(status)
    if (index === undefined) byStatus.set(status, (index = new Map<Hex, MessageRecord>()))
    return index
  }

  function derive(messageId: Hex): Omit<MessageRecord, "since"> | undefined {
    const source = pageOf(chainSlugOf(messageId))
    const outbound = source.outbound.get(messageId)
    if (outbound === undefined) return undefined
    const destination = pageOf(outbound.dstChainSlug)
    const known = {
      outbound,
      proposal: destination.proposed.get(outbound.packetId),
      attestedBy: destination.attested.get(outbound.packetId) ?? nobody,
      note: notes.get(messageId),
      executionTx: destination.executed.get(messageId),
    }
    return { ...known, status: statusOf(known, source.sealed.has(outbound.packetId)) }
  }

  /** The last thing that happened says where a message is. */
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
      const page = pageOf(chainSlug)
      for (const fact of facts) addFact(page, fact)
      for (const messageId of new Set(facts.map(messageOf))) if (messageId !== undefined) refresh(messageId)
    },
    replace(chainSlug, facts) {
      const told = [...records.values()].flatMap(({ outbound: { messageId, srcChainSlug, dstChainSlug } }) =>
        srcChainSlug === chainSlug || dstChainSlug === chainSlug ? [messageId] : [],
      )
      const page = createChainFacts()
      pages.set(chainSlug, page)
      for (const fact of facts) addFact(page, fact)
      for (const messageId of new Set([...told, ...facts.map(messageOf)])) {
        if (messageId === undefined) continue
        // What the executor made of a message holds only while its packet is there and believed.
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
      (pageOf(chainSlug).messagesOfTx.get(txHash) ?? []).flatMap((id) => records.get(id) ?? []),
    inStatus: (status) => indexOf(status).values(),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const nobody: ReadonlySet<Address> = new Set()

const statusOfNote = {
  verified: "VERIFIED",
  executing: "EXECUTING",
  reverting: "INBOUND_REVERTING",
  failed: "EXECUTION_FAILURE",
} as const satisfies Record<ExecutionNote["stage"], MessageStatus>
