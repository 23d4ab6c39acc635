import type { Address, Client, Hex } from "viem"

import type { OutboundMessage } from "../onchain/events.js"
import type { PlugConfig } from "../onchain/getPlugConfig.js"

/** A chain that messages leave or arrive at. */
export type ReadableChain = {
  readonly client: Client
  readonly socket: Address
  readonly slug: number
  /** What it is called in sentences and commands. */
  readonly name: string
}

/** The newest block when the reading began. */
export type Head = { readonly number: bigint; readonly timestamp: bigint }

/** Where something stands on a chain. */
export type Mined = {
  readonly blockNumber: bigint
  readonly transactionHash: Hex
  /** Seconds since 1970; `null` if the block was not read. */
  readonly timestamp: bigint | null
}

/** What a switchboard says of a path. `null` where it has no such function, or fails. */
export type SwitchboardState = {
  readonly address: Address
  readonly isTripped: boolean | null
  readonly isPathTripped: boolean | null
  readonly totalWatchers: bigint | null
  /** Seconds. Above 0 a packet is allowed when it has passed since the proposal. */
  readonly timeoutInSeconds: bigint | null
  readonly initialPacketCount: bigint | null
  /** Whether there is code at the address. */
  readonly isContract: boolean
}

/** One proposal of a message's packet on the destination chain. */
export type Proposal = {
  readonly proposalCount: bigint
  readonly switchboard: Address
  readonly root: Hex
  /** Whether the root is the one that the message gives. */
  readonly isRootOfMessage: boolean
  /** Whether it was proposed for the switchboard that the destination plug believes. */
  readonly isForPlug: boolean
  /** By the socket; 0 if it is not known. */
  readonly proposedAt: bigint
  readonly mined: Mined | null
  /** Whether the switchboard lets the packet pass now. */
  readonly isAllowed: boolean
  readonly isTripped: boolean | null
  /** How many watchers attested the root. */
  readonly attestations: bigint | null
  readonly attested: readonly (Mined & { readonly watcher: Address })[]
}

/** All that the destination chain says of a message. */
export type Arrival = {
  readonly chain: ReadableChain
  readonly head: Head
  /** How the destination plug is connected to the source chain. */
  readonly config: PlugConfig
  readonly hasCode: boolean
  /** The state of the switchboard that the plug believes; `null` if it has none. */
  readonly switchboard: SwitchboardState | null
  readonly proposals: readonly Proposal[]
  /** `true` if it was executed and where is not known. */
  readonly executed: Mined | boolean
}

/** Everything that both chains say of a message. */
export type Journey = {
  readonly message: OutboundMessage
  readonly src: ReadableChain
  readonly srcHead: Head
  readonly sent: Mined
  /** How the source plug is connected to the destination chain now. */
  readonly srcConfig: PlugConfig
  readonly sealed: Mined | null
  /** The packet that its capacitor seals next, if the message is not sealed. */
  readonly nextToSeal: bigint | null
  /** Where the destination chain cannot be read, why. */
  readonly arrival: Arrival | { readonly problem: string }
}
