import type { Abi, Address, Hex } from "viem"
import { isAddressEqual } from "viem/utils"

import type { ReadCall } from "../../onchain/connection/readCall.js"
import type { PlugConfig } from "../../onchain/getPlugConfig.js"
import type { SwitchboardKind } from "../../switchboardKinds.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"

/** To whom a plug is connected on one other chain, and by which switchboards. All are zero if it is not connected. */
export type ConnectionState = {
  readonly sibling: Address
  readonly inboundSwitchboard: Address
  readonly outboundSwitchboard: Address
}

/** One direction of a connection: a plug, and the sibling chain that it is or should be connected to. */
export type WiredConnection = {
  /** The name of the application in the wiring. */
  readonly application: string
  /** The plug's chain, by the name in the wiring. */
  readonly chain: string
  readonly chainSlug: number
  readonly plug: Address
  readonly siblingChain: string
  readonly siblingChainSlug: number
}

/** The direction of a connection, as a line begins. */
export function pathOf({
  application,
  chain,
  siblingChain,
}: Pick<WiredConnection, "application" | "chain" | "siblingChain">): string {
  return `${application} ${chain} → ${siblingChain}`
}

/** What must be sent so that a plug is connected as the wiring says, or is not connected any more. */
export type WiringChange = WiredConnection & {
  readonly kind: "connect" | "disconnect"
  /** The zero address for `disconnect`. */
  readonly sibling: Address
  readonly switchboard: Address
  /** How the plug is connected now. */
  readonly before: ConnectionState
  readonly chainId: number
  readonly socket: Address
  readonly functionName: string
  /** The call, as a transaction to the plug. */
  readonly data: Hex
  /** The call, read back from `data`. */
  readonly call: ReadCall
  /** The kind of the switchboard; `undefined` if it is not one of those that are known on this path. Then it must be allowed by its address. */
  readonly switchboardKind: SwitchboardKind | undefined
  /** Whether the node has shown that the call changes this connection and nothing else. If not, it is `connect(uint32,address,address)` or blocked. */
  readonly isShown: boolean
  /** The plug's owner; `undefined` if it has none. */
  readonly owner: Address | undefined
  /** Who must send it: the plug's owner. Undefined if the plug names none and no account was given. */
  readonly sender: Address | undefined
  /**
   * `ready`: the wallet's account can send it. `elsewhere`: another account must send it. `blocked`: it would revert or do more than make this
   * connection, or the sibling is not known to be a plug; `reason` says why.
   */
  readonly status: "ready" | "elsewhere" | "blocked"
  readonly reason: string | undefined
  /** Why messages over it may not arrive, although it can be made. */
  readonly warnings: readonly string[]
  /** For errors, when the call is simulated again. */
  readonly abi: Abi
}

/** A plug that is connected to one that is not in the wiring. */
export type ExtraConnection = WiredConnection & { readonly sibling: Address; readonly switchboard: Address }

/** Something that stops a part of the wiring, or differs from it and cannot be sent. */
export type WiringProblem = {
  /**
   * `unreachable`: the chain did not answer. `plug`: there is no plug at the address, or it belongs to another socket. `socket`: there is no socket, or that
   * one of another chain. `owner`: another account owns the plug than the wiring says, or none does. `switchboard`: the kind is not known on this path,
   * or the plug is connected by one that has no path, or does not fit that of the other side.
   */
  readonly about: "unreachable" | "plug" | "socket" | "owner" | "switchboard"
  readonly application: string | undefined
  readonly chain: string
  /** One sentence for people. */
  readonly says: string
  readonly error?: PlugsError | undefined
}

/** How the chains differ from a wiring. */
export type WiringPlan = {
  /** In the order in which each chain gets them. */
  readonly changes: readonly WiringChange[]
  readonly extras: readonly ExtraConnection[]
  readonly problems: readonly WiringProblem[]
  /** Connections that are as the wiring says. */
  readonly inPlace: readonly WiredConnection[]
}

/** What of a configuration a plan shows. */
export function stateOf({
  siblingPlug: sibling,
  inboundSwitchboard,
  outboundSwitchboard,
}: PlugConfig): ConnectionState {
  return { sibling, inboundSwitchboard, outboundSwitchboard }
}

export function isSameState(one: ConnectionState, other: ConnectionState): boolean {
  const names = ["sibling", "inboundSwitchboard", "outboundSwitchboard"] as const
  return names.every((name) => isAddressEqual(one[name], other[name]))
}

export type UnknownSwitchboard = Pick<WiringChange, "switchboard" | "chain">

/** Lists the switchboards of changes that are neither known nor allowed, each once a chain. What is removed needs none. */
export function findUnknownSwitchboards(
  changes: readonly WiringChange[],
  allowed: readonly Address[],
): readonly UnknownSwitchboard[] {
  const unknown = changes.filter(
    ({ kind, switchboard, switchboardKind }) =>
      kind === "connect" &&
      switchboardKind === undefined &&
      !allowed.some((address) => isAddressEqual(address, switchboard)),
  )
  return [...new Map(unknown.map((change) => [`${change.chain} ${change.switchboard}`, change])).values()]
}
