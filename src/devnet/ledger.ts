import type { Address, Hex } from "viem"

import type { MessageStatus } from "../messaging/states.js"
import type { Clock } from "../primitives/clock.js"

/** A message as its source chain logged it. */
export type Outbound = {
  readonly messageId: Hex
  readonly packetId: Hex
  readonly packedMessage: Hex
  readonly capacitor: Address
  readonly packetCount: bigint
  readonly srcChainSlug: number
  readonly srcPlug: Address
  readonly dstChainSlug: number
  readonly dstPlug: Address
  readonly minMsgGasLimit: bigint
  readonly executionParams: Hex
  readonly executionFee: bigint
  readonly payload: Hex
  readonly txHash: Hex
}

export type Proposal = { readonly proposalCount: bigint; readonly root: Hex; readonly txHash: Hex }

/** What happened on one chain, as its logs tell it. Packets and messages are keyed by their ids. */
export type Fact =
  | { readonly kind: "outbound"; readonly message: Outbound }
  | { readonly kind: "sealed"; readonly packetId: Hex }
  | { readonly kind: "proposed"; readonly packetId: Hex; readonly proposal: Proposal }
  | { readonly kind: "attested"; readonly packetId: Hex; readonly watcher: Address }
  | { readonly kind: "executed"; readonly messageId: Hex; readonly txHash: Hex }

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

/** One chain's facts, indexed the ways they are asked for. */
type Page = {
  readonly outbound: Map<Hex, Outbound>
  readonly messageOfPacket: Map<Hex, Hex>
  readonly messagesOfTx: Map<Hex, Hex[]>
  readonly sealed: Set<Hex>
  readonly proposed: Map<Hex, Proposal>
  readonly attested: Map<Hex, Set<Address>>
  readonly executed: Map<Hex, Hex>
}

/** @param watchers how many must attest a packet before it counts as attested */
export function createLedger({ clock, watchers }: { clock: Pick<Clock, "now">; watchers: number }): Ledger {
  const pages = new Map<number, Page>()
  const notes = new Map<Hex, ExecutionNote>()
  const records = new Map<Hex, MessageRecord>()
  const byStatus = new Map<MessageStatus, Map<Hex, MessageRecord>>()
  const listeners = new Set<(record: MessageRecord) => void>()

  function pageOf(chainSlug: number): Page {
    let page = pages.get(chainSlug)
    if (page === undefined) pages.set(chainSlug, (page = emptyPage()))
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

  function isAttested(messageId: Hex): boolean {
    const outbound = pageOf(chainSlugOf(messageId)).outbound.get(messageId)
    if (outbound === undefined) return false
    return (pageOf(outbound.dstChainSlug).attested.get(outbound.packetId)?.size ?? 0) >= watchers
  }

  function derive(messageId: Hex): Omit<MessageRecord, "since"> | undefined {
    const source = pageOf(chainSlugOf(messageId))
    const outbound = source.outbound.get(messageId)
    if (outbound === undefined) return undefined
    const destination = pageOf(outbound.dstChainSlug)
    const proposal = destination.proposed.get(outbound.packetId)
    const executionTx = destination.executed.get(messageId)
    const attestedBy = destination.attested.get(outbound.packetId) ?? nobody
    const note = notes.get(messageId)
    const status =
      executionTx !== undefined
        ? "EXECUTION_SUCCESS"
        : note !== undefined
          ? statusOfNote[note.stage]
          : attestedBy.size >= watchers
            ? "ATTESTED"
            : proposal !== undefined
              ? "PROPOSED"
              : source.sealed.has(outbound.packetId)
                ? "SEALED"
                : "RECEIVED"
    return { outbound, status, proposal, attestedBy, note, executionTx }
  }

  return {
    record(chainSlug, facts) {
      const page = pageOf(chainSlug)
      for (const fact of facts) write(page, fact)
      for (const messageId of new Set(facts.map(messageOf))) if (messageId !== undefined) refresh(messageId)
    },
    replace(chainSlug, facts) {
      const told = [...records.values()].flatMap(({ outbound: { messageId, srcChainSlug, dstChainSlug } }) =>
        srcChainSlug === chainSlug || dstChainSlug === chainSlug ? [messageId] : [],
      )
      const page = emptyPage()
      pages.set(chainSlug, page)
      for (const fact of facts) write(page, fact)
      for (const messageId of new Set([...told, ...facts.map(messageOf)])) {
        if (messageId === undefined) continue
        // What the executor made of a message holds only while the packet is still there and believed.
        if (!isAttested(messageId)) notes.delete(messageId)
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

/** Message and packet ids both start with the slug of the chain that made them. */
function chainSlugOf(id: Hex): number {
  return Number(BigInt(id) >> 224n)
}

function emptyPage(): Page {
  return {
    outbound: new Map(),
    messageOfPacket: new Map(),
    messagesOfTx: new Map(),
    sealed: new Set(),
    proposed: new Map(),
    attested: new Map(),
    executed: new Map(),
  }
}

function write(page: Page, fact: Fact): void {
  switch (fact.kind) {
    case "outbound": {
      const { messageId, packetId, txHash } = fact.message
      page.outbound.set(messageId, fact.message)
      page.messageOfPacket.set(packetId, messageId)
      page.messagesOfTx.set(txHash, [...(page.messagesOfTx.get(txHash) ?? []), messageId])
      return
    }
    case "sealed":
      page.sealed.add(fact.packetId)
      return
    case "proposed":
      // Proposed twice, a packet is still one packet: the first proposal is the one that is attested and executed.
      if (!page.proposed.has(fact.packetId)) page.proposed.set(fact.packetId, fact.proposal)
      return
    case "attested":
      page.attested.set(fact.packetId, new Set(page.attested.get(fact.packetId)).add(fact.watcher))
      return
    case "executed":
      page.executed.set(fact.messageId, fact.txHash)
      return
  }
}
