import { type Address, isAddressEqual, zeroAddress } from "viem"

import type { PlugConfig } from "../getPlugConfig.js"
import type { Connection } from "./connectCall.js"
import type { PlugCode } from "./readPlugCode.js"

type Unread = { readonly unread: string; readonly error?: Error | undefined }

/** What was read, or why it was not. */
export type Read<T> = { readonly known: T } | Unread

/** All that one chain says of its end of a connection. */
export type ConnectionEnd = {
  readonly plug: Address
  readonly slug: number
  /** Of which chain the socket is. */
  readonly socketSlug: Read<number>
  /** How the plug is connected to the chain of the other end. */
  readonly config: Read<PlugConfig>
  /** The switchboard of the other chain with which one of the plug's exchanges packets, if it does with one. */
  readonly partners: readonly { readonly switchboard: Address; readonly partner: Read<Address | undefined> }[]
  readonly code: Read<PlugCode>
}

/** Both ends, in any order. */
export type ConnectionFacts = { readonly a: ConnectionEnd; readonly b: ConnectionEnd }

export type Side = keyof ConnectionFacts

/** What stops messages between two plugs, or was not read. It is at one end. */
export type Difference = { readonly side: Side } & (
  | { readonly about: "slug"; readonly expected: number; readonly actual: number }
  /** `actual` is the zero address where the plug is connected to none. */
  | { readonly about: "sibling"; readonly expected: Address; readonly actual: Address }
  | { readonly about: "path"; readonly direction: "outbound" | "inbound" }
  /** It is connected by another switchboard than the wanted one. */
  | { readonly about: "choice"; readonly expected: Address }
  /** Its switchboard `own` exchanges packets with `actual`, if with one, and the other plug uses the expected one. */
  | (Readonly<Record<"own" | "expected", Address>> & {
      readonly about: "switchboard"
      readonly actual?: Address | undefined
    })
  | { readonly about: "code" }
  /** It has no `inbound`. */
  | { readonly about: "function" }
  | Unverified
)

/** What is not known, and so not fine. `own` and `expected` are the switchboards that were not compared. */
export type Unverified = {
  readonly about: "unverified"
  readonly what: "slug" | "config" | "switchboard" | "code"
  readonly reason: string
  readonly error?: Error | undefined
  readonly own?: Address
  readonly expected?: Address
}

/** Of what differs, or was not read, that which is about whether the switchboards of both sides fit. */
export function isOfFit(found: Difference): boolean {
  return found.about === "switchboard" || (found.about === "unverified" && found.what === "switchboard")
}

/** How a plug is configured once it is connected as wanted, by one switchboard for both directions. Of its paths nothing is said. */
export function configOnce({ sibling, switchboard }: Pick<Connection, "sibling" | "switchboard">): PlugConfig {
  const switchboards = { inboundSwitchboard: switchboard, outboundSwitchboard: switchboard }
  return { siblingPlug: sibling, ...switchboards, capacitor: zeroAddress, decapacitor: zeroAddress }
}

const notAsked = { unread: "it was not asked" }

/** An end of which only a part is asked. The rest of it is unverified. */
export function partOf(end: Pick<ConnectionEnd, "plug" | "slug"> & Partial<ConnectionEnd>): ConnectionEnd {
  return { socketSlug: notAsked, config: notAsked, partners: [], code: notAsked, ...end }
}

/**
 * The one judge of connections: says how far two plugs are from being connected to each other, so that messages can travel in both
 * directions. What connects, wires, explains or checks plugs only words its answer.
 *
 * @param wanted the switchboard by which each side is to be connected. Default: any
 */
export function differencesOf(
  { a, b }: ConnectionFacts,
  wanted: Partial<Readonly<Record<Side, Address>>> = {},
): readonly Difference[] {
  const ofA = { side: "a", own: a, other: b, wanted: wanted.a } as const
  const ofB = { side: "b", own: b, other: a, wanted: wanted.b } as const
  return [configured, fitting, taking].flatMap((judge) => [...judge(ofA), ...judge(ofB)])
}

type Judged = {
  readonly side: Side
  readonly own: ConnectionEnd
  readonly other: ConnectionEnd
  readonly wanted: Address | undefined
}

function configured({ side, own, other: { plug: expected }, wanted }: Judged): Difference[] {
  const { slug, socketSlug, config } = own
  const found: Difference[] = []
  if ("unread" in socketSlug) found.push(unverified(side, "slug", socketSlug))
  else if (socketSlug.known !== slug) found.push({ side, about: "slug", expected: slug, actual: socketSlug.known })
  if ("unread" in config) return [...found, unverified(side, "config", config)]
  const { siblingPlug, capacitor, decapacitor } = config.known
  const sibling = { side, about: "sibling", expected, actual: siblingPlug } as const
  if (!isAddressEqual(siblingPlug, expected)) return [...found, sibling]
  if (isAddressEqual(capacitor, zeroAddress)) found.push({ side, about: "path", direction: "outbound" })
  if (isAddressEqual(decapacitor, zeroAddress)) found.push({ side, about: "path", direction: "inbound" })
  const isChosen = wanted === undefined || isMade(config.known, { sibling: siblingPlug, switchboard: wanted })
  return isChosen ? found : [...found, { side, about: "choice", expected: wanted }]
}

/** A packet is proposed for the partner of the switchboard that sent it. If the destination plug uses another one, it never gets it. */
function fitting({ side, own, other }: Judged): Difference[] {
  if ("unread" in own.config || "unread" in other.config) return []
  return pairsOf(own.config.known, other.config.known).flatMap(([switchboard, expected]): Difference[] => {
    const { partner = notAsked } = own.partners.find((each) => isAddressEqual(each.switchboard, switchboard)) ?? {}
    if ("unread" in partner) return [{ ...unverified(side, "switchboard", partner), own: switchboard, expected }]
    const actual = partner.known
    if (actual !== undefined && isAddressEqual(actual, expected)) return []
    return [{ side, about: "switchboard", own: switchboard, expected, actual }]
  })
}

/** The own switchboard and the other side's, for each direction in which they differ from the other direction's. */
function pairsOf(own: PlugConfig, other: PlugConfig): (readonly [Address, Address])[] {
  const outward = [own.outboundSwitchboard, other.inboundSwitchboard] as const
  const inward = [own.inboundSwitchboard, other.outboundSwitchboard] as const
  const isSame = outward.every((address, index) => isAddressEqual(address, inward[index] ?? zeroAddress))
  const pairs = isSame ? [outward] : [outward, inward]
  return pairs.filter((pair) => pair.every((address) => !isAddressEqual(address, zeroAddress)))
}

/** A plug that only sends needs no `inbound`, if the other one does not send. */
function taking({ side, own: { code }, other }: Judged): Difference[] {
  if ("unread" in code) return [unverified(side, "code", code)]
  const { hasCode, receives, sends } = code.known
  if (!hasCode) return [{ side, about: "code" }]
  const isSentTo = "known" in other.code && other.code.known.sends === true
  return receives === false && (sends === false || isSentTo) ? [{ side, about: "function" }] : []
}

function unverified(
  side: Side,
  what: Unverified["what"],
  { unread: reason, error }: Unread,
): Unverified & { side: Side } {
  return { side, about: "unverified", what, reason, error }
}

/** Whether a plug is connected as wanted, by one switchboard for both directions. Without a sibling the switchboards do not matter. */
export function isMade(
  config: Pick<PlugConfig, "siblingPlug" | "inboundSwitchboard" | "outboundSwitchboard">,
  { sibling, switchboard }: Pick<Connection, "sibling" | "switchboard">,
): boolean {
  if (!isAddressEqual(config.siblingPlug, sibling)) return false
  if (isAddressEqual(sibling, zeroAddress)) return true
  return [config.inboundSwitchboard, config.outboundSwitchboard].every((own) => isAddressEqual(own, switchboard))
}
