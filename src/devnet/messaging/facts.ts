import type { Address, Hex } from "viem"

import type { OutboundMessage } from "../../messaging/onchain/events.js"

/** A message as its source chain logged it, in the packet that it was queued in. */
export type Outbound = OutboundMessage & { readonly packetId: Hex; readonly transactionHash: Hex }

export type Proposal = { readonly proposalCount: bigint; readonly root: Hex; readonly txHash: Hex }

/** What happened on one chain, as its logs tell it. Packets and messages are keyed by their ids. */
export type Fact =
  | { readonly kind: "outbound"; readonly message: Outbound }
  | { readonly kind: "sealed"; readonly packetId: Hex }
  | { readonly kind: "proposed"; readonly packetId: Hex; readonly proposal: Proposal }
  | { readonly kind: "attested"; readonly packetId: Hex; readonly watcher: Address }
  | { readonly kind: "executed"; readonly messageId: Hex; readonly txHash: Hex }

/** One chain's facts, indexed the ways they are asked for. */
export type ChainFacts = {
  readonly outbound: Map<Hex, Outbound>
  readonly messageOfPacket: Map<Hex, Hex>
  readonly messagesOfTx: Map<Hex, Hex[]>
  readonly sealed: Set<Hex>
  readonly proposed: Map<Hex, Proposal>
  readonly attested: Map<Hex, Set<Address>>
  readonly executed: Map<Hex, Hex>
}

export function createChainFacts(): ChainFacts {
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

/** Adds what a log told. */
export function addFact(page: ChainFacts, fact: Fact): void {
  switch (fact.kind) {
    case "outbound": {
      const { messageId, packetId, transactionHash } = fact.message
      page.outbound.set(messageId, fact.message)
      page.messageOfPacket.set(packetId, messageId)
      page.messagesOfTx.set(transactionHash, [...(page.messagesOfTx.get(transactionHash) ?? []), messageId])
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

/** Message and packet ids both start with the slug of the chain that made them. */
export function chainSlugOf(id: Hex): number {
  return Number(BigInt(id) >> 224n)
}
