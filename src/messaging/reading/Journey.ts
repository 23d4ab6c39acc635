import type { Address, Client, Hex } from "viem"

import type { PlugCode } from "../onchain/connection/readPlugCode.js"
import type { OutboundMessage } from "../onchain/events.js"
import type { PlugConfig } from "../onchain/getPlugConfig.js"
import type { CarriedMessage } from "../onchain/standard/gatewayMessage.js"
import type { Head, Mined } from "#src/onchain/logs.js"

/** A chain that messages leave or arrive at. */
export type ReadableChain = {
  readonly client: Client
  readonly socket: Address
  readonly slug: number
  /** What it is called in sentences and commands. */
  readonly name: string
  /** Clients of other nodes of the chain. One of them must agree before a message counts as delivered. Default: none. */
  readonly otherNodes?: readonly Client[] | undefined
  /** Hashes of the code of Safes that the project has built itself. Default: only the known ones count as Safes. */
  readonly safeCode?: readonly Hex[] | undefined
  /** The first block that can have logs of the socket, such as the one in which it was deployed. Default: 0. */
  readonly firstBlock?: bigint | undefined
}

/** How many deliveries are followed that send a message on. Two plugs can answer each other without end. */
export const mostLegs = 4

/** A part that a node did not give. */
export type Unread = {
  /** The name of the chain. */
  readonly chain: string
  /** Such as `where packet 0x… was sealed`. */
  readonly what: string
  /** Such as `the node allows 500 blocks in a request, and 12 requests reach back to block 93,501 only`. */
  readonly why: string
}

/** What a switchboard says of a path. `null` where it has no such function, or fails. */
export type SwitchboardState = {
  readonly address: Address
  readonly isTripped: boolean | null
  readonly isPathTripped: boolean | null
  /** `null` if it is no fast one: then packets are not attested. */
  readonly totalWatchers: bigint | null
  /** Seconds. Above 0 a packet is allowed when more than this has passed since the proposal. */
  readonly timeoutInSeconds: bigint | null
  /** Packets that the path numbers below it are not allowed. */
  readonly initialPacketCount: bigint | null
  /** Whether there is code at the address. */
  readonly isContract: boolean
}

export type Attestation = Mined & { readonly watcher: Address }

/** What the switchboard of a proposal says of it. */
export type ProposalFacts = Pick<Proposal, "isAllowed" | "isRootValid" | "isTripped">

/** One proposal of a message's packet on the destination chain. */
export type Proposal = {
  readonly proposalCount: bigint
  readonly switchboard: Address
  readonly root: Hex
  /** Whether the root is the one that the message gives. */
  readonly isRootOfMessage: boolean
  /** Whether it was proposed for the switchboard that the destination plug uses. A message is executed with no other. */
  readonly isForPlug: boolean
  /** Seconds since 1970 by the chain's clock, as the socket has it; 0 if it is not known. */
  readonly proposedAt: bigint
  /** `null` if the log was not found. */
  readonly mined: Mined | null
  /** Whether the switchboard accepts the packet now: `allowPacket`. `null` if it does not answer, or was not asked (see {@link Arrival}). */
  readonly isAllowed: boolean | null
  /** `null` if the switchboard does not answer, or was not asked, because the packet is allowed. */
  readonly isTripped: boolean | null
  /** How many watchers attested the root at its switchboard. */
  readonly attestations: bigint | null
  /** Whether the attestations were complete once. It stays so when watchers are added later. */
  readonly isRootValid: boolean | null
  /** In the order of the chain. Fewer than `attestations` if not all logs could be read. */
  readonly attested: readonly Attestation[]
}

/**
 * All that the destination chain says of a message, in one block.
 *
 * A switchboard is not asked about a proposal that cannot deliver the message, nor after the message was delivered.
 */
export type Arrival = {
  readonly chain: ReadableChain
  readonly head: Head
  /** How the destination plug is connected to the source chain. */
  readonly config: PlugConfig
  /** What the destination plug can do. */
  readonly code: PlugCode
  /** The state of the switchboard that the plug uses; `null` if it has none. */
  readonly switchboard: SwitchboardState | null
  /** How many proposals of the packet the socket has counted. More than `proposals` has if not all could be read. */
  readonly proposalCount: bigint
  /** In the order of their count. */
  readonly proposals: readonly Proposal[]
  /** `true` if it was executed and where is not known. */
  readonly executed: Mined | boolean
}

/** Everything that both chains say of a message. */
export type Journey = {
  readonly message: OutboundMessage
  /** The message of ERC-7786 that it carries, if its plug is a gateway. */
  readonly carried?: CarriedMessage | undefined
  readonly src: ReadableChain
  readonly srcHead: Head
  readonly sent: Mined
  /** How the source plug is connected to the destination chain now. */
  readonly srcConfig: PlugConfig
  /** `true` if it was sealed and where is not known, `null` if it is not known whether it was. */
  readonly sealed: Mined | boolean | null
  /** The number of the packet that the message's capacitor seals next; `null` if it does not say. */
  readonly nextToSeal: bigint | null
  /** Where the destination chain cannot be read, why. */
  readonly arrival: Arrival | { readonly problem: string; readonly isRetired?: boolean }
  /** What the nodes did not tell. */
  readonly unread: readonly Unread[]
  /** Whether the message is only simulated. It is read as if it had been sent in the newest block, and its packet proposed there. */
  readonly isUnsent?: boolean | undefined
}

/** The proposals with which a message can be executed. */
export function ownProposals({ proposals }: Arrival): readonly Proposal[] {
  return proposals.filter(({ isForPlug, isRootOfMessage }) => isForPlug && isRootOfMessage)
}
