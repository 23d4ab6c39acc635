import type { Address, Hex } from "viem"

import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import { zeroAddress } from "#src/primitives/address.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** A message as its source chain logged it, with the packet that it was queued in. */
export type Outbound = OutboundMessage & { readonly packetId: Hex; readonly transactionHash: Hex }

export type Proposal = {
  readonly proposalCount: bigint
  readonly root: Hex
  readonly switchboard: Address
  readonly txHash: Hex
}

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
  | { readonly kind: "capacitorAdded"; readonly capacitor: Address; readonly switchboard: Address }
  /** A switchboard of the chain works with one of another chain. */
  | ({ readonly kind: "siblingNamed" } & SiblingSwitchboard)
  /** A proposal was tripped, which cannot be undone. */
  | ({ readonly kind: "tripped" } & TrippedProposal)

/** The facts of one chain. Ids come again on a chain that was set back; the root, a hash of the whole message, tells them apart. */
export class MessageIndex {
  readonly outbound: Map<Hex, Outbound> = new Map()
  readonly messageOfPacket: Map<Hex, Hex> = new Map()
  readonly messagesOfTx: Map<Hex, Hex[]> = new Map()
  readonly sealed: Set<Hex> = new Set()
  /** Every proposal of a packet, in order. */
  readonly proposals: Map<Hex, Proposal[]> = new Map()
  /** The watchers that attested a root. */
  readonly attested: Map<Hex, Set<Address>> = new Map()
  readonly executed: Map<Hex, Execution> = new Map()
  /** By plug and source chain, see {@link connectionKey}. */
  readonly connections: Map<string, Connection> = new Map()
  /** The switchboard of each capacitor. */
  readonly switchboardOf: Map<string, Address> = new Map()
  /** By switchboard and chain of the sibling. */
  readonly siblings: Map<string, Address> = new Map()
  /** Tripped proposals, see {@link tripKey}. */
  readonly tripped: Set<string> = new Set()
}

export function addMessageFact(index: MessageIndex, fact: MessageFact): void {
  const add = adders[fact.kind] as (index: MessageIndex, fact: MessageFact) => unknown
  add(index, fact)
}

type Adders = {
  readonly [Kind in MessageFact["kind"]]: (index: MessageIndex, fact: Extract<MessageFact, { kind: Kind }>) => unknown
}

const adders: Adders = {
  outbound(index, { message }) {
    index.outbound.set(message.messageId, message)
    index.messageOfPacket.set(message.packetId, message.messageId)
    getOrAdd(index.messagesOfTx, message.transactionHash, () => []).push(message.messageId)
  },
  sealed: (index, { packetId }) => index.sealed.add(packetId),
  proposed: (index, { packetId, proposal }) => getOrAdd(index.proposals, packetId, () => []).push(proposal),
  // A set of its own, because records hold the one before.
  attested: (index, { root, watcher }) => index.attested.set(root, new Set(index.attested.get(root)).add(watcher)),
  executed(index, { messageId, packetId, proposalCount, txHash }) {
    const used = index.proposals.get(packetId)?.find((proposal) => proposal.proposalCount === proposalCount)
    index.executed.set(messageId, { root: used?.root, proposalCount: used?.proposalCount, txHash })
  },
  connected: (index, { plug, srcChainSlug, connection }) =>
    index.connections.set(connectionKey(plug, srcChainSlug), connection),
  capacitorAdded: (index, { capacitor, switchboard }) => index.switchboardOf.set(capacitor.toLowerCase(), switchboard),
  siblingNamed: (index, { switchboard, dstChainSlug, sibling }) =>
    index.siblings.set(`${dstChainSlug}:${switchboard}`, sibling),
  tripped: (index, fact) => index.tripped.add(tripKey(fact)),
}

export function connectionKey(plug: Address, srcChainSlug: number): string {
  return `${srcChainSlug}:${plug}`
}

type SiblingSwitchboard = { readonly switchboard: Address; readonly dstChainSlug: number; readonly sibling: Address }

/** The sibling of the switchboard that a packet was sent through; undefined if that named none. */
export function siblingOf(
  { switchboardOf, siblings }: MessageIndex,
  { packetId, dstChainSlug }: Pick<Outbound, "packetId" | "dstChainSlug">,
): Address | undefined {
  const switchboard = switchboardOf.get(`0x${packetId.slice(10, 50)}`)
  const sibling = siblings.get(`${dstChainSlug}:${switchboard}`)
  return sibling === zeroAddress ? undefined : sibling
}

type TrippedProposal = { readonly packetId: Hex; readonly proposalCount: bigint; readonly switchboard: Address }

export function tripKey({ packetId, proposalCount, switchboard }: TrippedProposal): string {
  return `${packetId}:${proposalCount}:${switchboard}`
}

/** Returns the slug that a message or packet id starts with: the slug of the chain that made it. */
export function chainSlugOf(id: Hex): number {
  return Number(BigInt(id) >> 224n)
}
