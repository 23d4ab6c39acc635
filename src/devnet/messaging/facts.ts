import type { Address, Hex } from "viem"

import type { OutboundMessage } from "../../messaging/onchain/events.js"

/** A message as its source chain logged it, with the packet that it was queued in. */
export type Outbound = OutboundMessage & { readonly packetId: Hex; readonly transactionHash: Hex }

export type Proposal = {
  readonly proposalCount: bigint
  readonly root: Hex
  readonly switchboard: Address
  readonly txHash: Hex
}

/** How a plug is connected to a plug of another chain. */
export type Connection = {
  /** The zero address if the plug is disconnected. */
  readonly siblingPlug: Address
  /** The switchboard that must allow the packets of messages to the plug. Anyone can register one. */
  readonly inboundSwitchboard: Address
}

/** An execution of a message. A packet holds one message, so the root that it was executed with is the message's own hash. */
export type Execution = {
  readonly root: Hex | undefined
  readonly proposalCount: bigint | undefined
  readonly txHash: Hex
}

/** Something that happened on one chain, as its logs say. */
export type MessageFact =
  | { readonly kind: "outbound"; readonly message: Outbound }
  | { readonly kind: "sealed"; readonly packetId: Hex }
  | { readonly kind: "proposed"; readonly packetId: Hex; readonly proposal: Proposal }
  | { readonly kind: "attested"; readonly packetId: Hex; readonly root: Hex; readonly watcher: Address }
  | {
      readonly kind: "executed"
      readonly messageId: Hex
      /** The proposal that it was executed with. */
      readonly packetId: Hex
      readonly proposalCount: bigint
      readonly txHash: Hex
    }
  | {
      readonly kind: "connected"
      readonly plug: Address
      readonly srcChainSlug: number
      readonly connection: Connection
    }
  /** A proposal was tripped, which cannot be undone. */
  | { readonly kind: "tripped"; readonly packetId: Hex; readonly proposalCount: bigint; readonly switchboard: Address }

/**
 * The facts of one chain, by the ids of packets, messages and transactions. An id alone does not say which message it belongs to,
 * because ids come again on a chain that was set back. A root does: it is the hash of all that the message is.
 */
export type MessageIndex = {
  readonly outbound: Map<Hex, Outbound>
  readonly messageOfPacket: Map<Hex, Hex>
  readonly messagesOfTx: Map<Hex, Hex[]>
  readonly sealed: Set<Hex>
  /** Every proposal of a packet, in order. */
  readonly proposals: Map<Hex, Proposal[]>
  /** The watchers that attested a root. */
  readonly attested: Map<Hex, Set<Address>>
  readonly executed: Map<Hex, Execution>
  /** By plug and source chain, see {@link connectionKey}. */
  readonly connections: Map<string, Connection>
  /** Tripped proposals, see {@link tripKey}. */
  readonly tripped: Set<string>
}

export function createMessageIndex(): MessageIndex {
  return {
    outbound: new Map(),
    messageOfPacket: new Map(),
    messagesOfTx: new Map(),
    sealed: new Set(),
    proposals: new Map(),
    attested: new Map(),
    executed: new Map(),
    connections: new Map(),
    tripped: new Set(),
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
      index.proposals.set(fact.packetId, [...(index.proposals.get(fact.packetId) ?? []), fact.proposal])
      return
    case "attested":
      index.attested.set(fact.root, new Set(index.attested.get(fact.root)).add(fact.watcher))
      return
    case "executed": {
      const { packetId, proposalCount, txHash } = fact
      const used = index.proposals.get(packetId)?.find((proposal) => proposal.proposalCount === proposalCount)
      index.executed.set(fact.messageId, { root: used?.root, proposalCount: used?.proposalCount, txHash })
      return
    }
    case "connected":
      index.connections.set(connectionKey(fact.plug, fact.srcChainSlug), fact.connection)
      return
    case "tripped":
      index.tripped.add(tripKey(fact))
      return
  }
}

/** The key of a plug's connection to another chain. */
export function connectionKey(plug: Address, srcChainSlug: number): string {
  return `${srcChainSlug}:${plug}`
}

/** The key of a tripped proposal. */
export function tripKey({
  packetId,
  proposalCount,
  switchboard,
}: {
  packetId: Hex
  proposalCount: bigint
  switchboard: Address
}): string {
  return `${packetId}:${proposalCount}:${switchboard}`
}

/** Returns the slug that a message or packet id starts with: the slug of the chain that made it. */
export function chainSlugOf(id: Hex): number {
  return Number(BigInt(id) >> 224n)
}
