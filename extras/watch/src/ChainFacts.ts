import type { Address, Hex } from "viem"

import type { PackedMessageParts } from "#src/messaging/ids.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"

export type WatchedChain = ReadableChain & {
  /** The plugs whose messages count, those that they send and those that they get. */
  readonly plugs: readonly Address[]
  /** Other plugs of the chain that get messages of watched ones. */
  readonly siblings: readonly Address[]
  /** The switchboards whose attestations are read, so that a stage has its time. */
  readonly switchboards: readonly Address[]
  /** Chains with watched plugs whose siblings here are not known yet: what comes from them may be theirs. Default: none. */
  readonly awaited?: readonly number[] | undefined
}

export type Place = {
  readonly block: number
  readonly log: number
  readonly tx: Hex
  /** Seconds since 1970, by the clock of the chain. */
  readonly at: number
}

/** What a plug is called with, and what the executor is paid for it. */
export type MessageDetails = Pick<PackedMessageParts, "executionFee" | "minMsgGasLimit" | "executionParams" | "payload">

/** A message as its source chain has logged it. */
export type SentMessage = Place & {
  readonly id: Hex
  /** The hash of the whole message. A packet holds one message, so it is also the root that is sealed, proposed and attested. */
  readonly packed: Hex
  readonly src: number
  readonly srcPlug: Address
  readonly dst: number
  readonly dstPlug: Address
  readonly details: MessageDetails
  /** What the sender paid, in wei. */
  readonly fee: bigint
}

/** Something that a chain has logged of a message after it was sent. */
export type Mark = Place & {
  readonly kind: "sealed" | "proposed" | "attested" | "executed"
  /** The id of the message of an execution, and the root of all others. */
  readonly key: Hex
}

/** What some blocks of a chain say of the watched plugs. */
export type ChainFacts = { readonly messages: readonly SentMessage[]; readonly marks: readonly Mark[] }
