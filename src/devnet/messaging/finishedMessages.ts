import type { Address, Hex } from "viem"

import { type Archive, createArchive } from "../archive/createArchive.js"
import type { Packable } from "../archive/packer.js"
import { addMessageFact, type MessageFact, type MessageIndex, type Outbound, type Proposal } from "./facts.js"

/** What a finished message's facts are made again from. */
type Facts = {
  readonly outbound: Outbound
  readonly isSealed: boolean
  readonly proposal: Proposal | undefined
  readonly attestedBy: ReadonlySet<Address>
  readonly executionTx: Hex | undefined
  readonly idUsedIn: Hex | undefined
}

/** Finds the facts of a chain. */
type IndexOf = (chainSlug: number) => MessageIndex

/** Messages that are finished, packed, without their facts in the indexes. */
export type FinishedMessages<Message> = {
  /** Packs a message and removes its facts from the indexes, unless its record does not say all that they do. */
  pack(record: Message): boolean
  get(messageId: Hex): Message | undefined
  /** Every message, without unpacking it for good. */
  all(): Iterable<Message>
  sentIn(chainSlug: number, txHash: Hex): Message[]
  /** Unpacks the message that a fact is about, if it is packed, and puts its facts back into the indexes. */
  unpackFor(fact: MessageFact): Message[]
  /** Unpacks every message, and puts their facts back into the indexes. */
  unpackAll(): Message[]
}

export function createFinishedMessages<Message extends Facts & Packable>(indexOf: IndexOf): FinishedMessages<Message> {
  const archive: Archive<Message> = createArchive(({ outbound: { messageId, packetId, transactionHash } }) => [
    messageId,
    packetId,
    transactionHash,
  ])

  function restored(records: readonly Message[]): readonly Message[] {
    for (const record of records) addFacts(record, indexOf)
    return records
  }

  return {
    pack(record) {
      if (!isAllThereIs(record, indexOf)) return false
      archive.add(record)
      removeFacts(record, indexOf)
      return true
    },
    get: (messageId) => archive.find(messageId).find(({ outbound }) => outbound.messageId === messageId),
    all: () => archive.all(),
    sentIn: (chainSlug, txHash) =>
      archive
        .find(txHash)
        .filter(({ outbound }) => outbound.srcChainSlug === chainSlug && outbound.transactionHash === txHash),
    unpackFor(fact) {
      const key = keyOf(fact)
      return key === undefined ? [] : [...restored(archive.take(key))]
    },
    unpackAll: () => [...restored(archive.takeAll())],
  }
}

/** Returns undefined for a fact that changes nothing about a finished message. */
function keyOf(fact: MessageFact): Hex | undefined {
  if (fact.kind === "connected") return undefined
  if (fact.kind === "outbound") return fact.message.messageId
  return fact.kind === "executed" ? fact.messageId : fact.packetId
}

/** Checks whether a message's facts can be made again from its record. A packet that was proposed twice has one proposal more. */
function isAllThereIs(record: Facts, indexOf: IndexOf): boolean {
  const { outbound, isSealed, proposal, idUsedIn } = record
  const proposals = indexOf(outbound.dstChainSlug).proposals.get(outbound.packetId) ?? []
  return isSealed && proposal !== undefined && proposals.length === 1 && idUsedIn === undefined
}

function removeFacts({ outbound }: Facts, indexOf: IndexOf): void {
  const { messageId, packetId, packedMessage, transactionHash } = outbound
  const [source, destination] = [indexOf(outbound.srcChainSlug), indexOf(outbound.dstChainSlug)]
  source.outbound.delete(messageId)
  source.messageOfPacket.delete(packetId)
  source.sealed.delete(packetId)
  const others = (source.messagesOfTx.get(transactionHash) ?? []).filter((id) => id !== messageId)
  if (others.length === 0) source.messagesOfTx.delete(transactionHash)
  else source.messagesOfTx.set(transactionHash, others)
  destination.proposals.delete(packetId)
  destination.attested.delete(packedMessage)
  destination.executed.delete(messageId)
}

function addFacts({ outbound, proposal, attestedBy, executionTx }: Facts, indexOf: IndexOf): void {
  const { messageId, packetId, packedMessage: root } = outbound
  const [source, destination] = [indexOf(outbound.srcChainSlug), indexOf(outbound.dstChainSlug)]
  addMessageFact(source, { kind: "outbound", message: outbound })
  addMessageFact(source, { kind: "sealed", packetId })
  if (proposal === undefined) return
  addMessageFact(destination, { kind: "proposed", packetId, proposal })
  for (const watcher of attestedBy) addMessageFact(destination, { kind: "attested", packetId, root, watcher })
  if (executionTx === undefined) return
  const { proposalCount } = proposal
  addMessageFact(destination, { kind: "executed", messageId, packetId, proposalCount, txHash: executionTx })
}
