import type { Address, Hex } from "viem"

import type { OutboundMessage } from "../../messaging/onchain/events.js"

/** A message as its source chain logged it, with the packet that it was queued in. */
export type Outbound = OutboundMessage & { readonly packetId: Hex; readonly transactionHash: Hex }

export type Proposal = { readonly proposalCount: bigint; readonly root: Hex; readonly txHash: Hex }

/** Something that happened on one chain, as its logs say. */
export type MessageFact =
  | { readonly kind: "outbound"; readonly message: Outbound }
  | { readonly kind: "sealed"; readonly packetId: Hex }
  | { readonly kind: "proposed"; readonly packetId: Hex; readonly proposal: Proposal }
  | { readonly kind: "attested"; readonly packetId: Hex; readonly watcher: Address }
  | { readonly kind: "executed"; readonly messageId: Hex; readonly txHash: Hex }

/** The facts of one chain, by the ids of packets, messages and transactions. */
export type MessageIndex = {
  readonly outbound: Map<Hex, Outbound>
  readonly messageOfPacket: Map<Hex, Hex>
  readonly messagesOfTx: Map<Hex, Hex[]>
  readonly sealed: Set<Hex>
  readonly proposed: Map<Hex, Proposal>
  readonly attested: Map<Hex, Set<Address>>
  readonly executed: Map<Hex, Hex>
}

export function createMessageIndex(): MessageIndex {
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

/** Adds what a log says. */
export function addMessageFact(index: MessageIndex, fact: MessageFact): void {
  switch (fact.kind) {
    case "outbound": {
      const { messageId, packetId, transactionHash } = fact.message
      index.outbound.set(messageId, fact.message)
      index.messageOfPacket.set(packetId, messageId)
      index.messagesOfTx.set(transactionHash, [...(index.messagesOfTx.get(transactionHash) ?? []), messageId])
      return
    }
    case "sealed":
      index.sealed.add(fact.packetId)
      return
    case "proposed":
      // A packet can be proposed twice. The first proposal is the one that is attested and executed.
      if (!index.proposed.has(fact.packetId)) index.proposed.set(fact.packetId, fact.proposal)
      return
    case "attested":
      index.attested.set(fact.packetId, new Set(index.attested.get(fact.packetId)).add(fact.watcher))
      return
    case "executed":
      index.executed.set(fact.messageId, fact.txHash)
      return
  }
}

/** Returns the slug that a message or packet id starts with: the slug of the chain that made it. */
export function chainSlugOf(id: Hex): number {
  return Number(BigInt(id) >> 224n)
}
