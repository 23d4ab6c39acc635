import type { Address } from "viem"

import type { PlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import type { SwitchboardState, Unread } from "#src/messaging/reading/Journey.js"
import type { Role } from "#src/messaging/reading/roles.js"
import type { SafeAccount } from "#src/messaging/reading/safe/readSafe.js"

// In all facts `undefined` means that the node did not tell, and `null` that the contract has no such function.

/** Who can replace the code of a proxy, as far as its slots of EIP-1967 show it: its code may have other rules. */
export type Upgrade = {
  readonly implementation: Address
  /** The admin, the owner of the admin or beacon, or whom the proxy calls its owner. */
  readonly by: readonly Address[]
}

/** What acts behind an address. */
export type Account =
  | { readonly kind: "key" }
  /** A key whose account runs this code (EIP-7702). The key still decides. */
  | { readonly kind: "delegated key"; readonly delegate: Address }
  | SafeAccount
  /** Nothing that it does happens before `delay` seconds have passed. */
  | { readonly kind: "timelock"; readonly delay: bigint; readonly upgrade?: Upgrade | undefined }
  /** Also one that claims to be a Safe. */
  | { readonly kind: "contract"; readonly upgrade?: Upgrade | undefined }
  | { readonly kind: "nobody" }
  | { readonly kind: "unknown" }

/** A contract that decides about a path. */
export type OwnedContract = {
  /** What it is called in sentences, such as `transmit manager`. */
  readonly name: string
  readonly address: Address
  readonly owner: Address | null | undefined
  /** Who can become the owner by one transaction. */
  readonly nominee: Address | null | undefined
}

/** Who holds a role of a contract. */
export type RoleHolders = {
  readonly contract: Address
  readonly role: Role
  /** Each has the role by `hasRole`, in the block of the facts. */
  readonly holders: readonly Address[]
  /** Whether all its holders are known. */
  readonly isComplete: boolean
}

export type TrustedSwitchboard = OwnedContract & {
  /** Whether the project knows it for this path. What another one says of itself is a claim. */
  readonly isKnown: boolean
  /** By which rule it allows packets, as far as its functions show: `own` if by another one than the protocol's two. */
  readonly rule: "fast" | "optimistic" | "own" | undefined
  readonly state: SwitchboardState | undefined
  /** How many watchers must attest a packet, by the slug of its source. */
  readonly totalWatchers: ReadonlyMap<number, bigint | undefined>
}

/** All that one chain says of one plug and its connection to one other chain, in one block. */
export type EndFacts = {
  readonly chain: { readonly name: string; readonly slug: number }
  readonly blockNumber: bigint
  readonly siblingSlug: number
  readonly plug: OwnedContract
  /** Whether the plug says that it is a gateway of ERC-7786. */
  readonly isGateway?: boolean | undefined
  /** How the plug is connected; all zero if it is not. */
  readonly config: PlugConfig
  readonly socket: OwnedContract
  /** `isOpen`: whether every account may execute. */
  readonly executionManager: OwnedContract & { readonly isOpen: boolean }
  readonly transmitManager: OwnedContract
  readonly inbound: TrustedSwitchboard
  readonly outbound: TrustedSwitchboard
  readonly roles: readonly RoleHolders[]
  /** By address: those of every owner, nominee and holder, and of every contract above. */
  readonly accounts: ReadonlyMap<Address, Account>
  readonly unread: readonly Unread[]
}

export type PathFacts = {
  /** `undefined` if the chain that messages come from is not one of those that are read. */
  readonly src: EndFacts | undefined
  readonly dst: EndFacts
}
