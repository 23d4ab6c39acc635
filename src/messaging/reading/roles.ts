import type { Address, Hex } from "viem"
import { getLogs } from "viem/actions"
import { encodeAbiParameters, keccak256, type ParseAbi, parseAbi, parseAbiParameters, toBytes } from "viem/utils"

import type { ReadableChain } from "./Journey.js"
import { type Head, searchLogs } from "#src/onchain/logs.js"

/** A role of the protocol's contracts. */
export type RoleName =
  | "EXECUTOR_ROLE"
  | "FEES_UPDATER_ROLE"
  | "GOVERNANCE_ROLE"
  | "RESCUE_ROLE"
  | "TRANSMITTER_ROLE"
  | "TRIP_ROLE"
  | "UN_TRIP_ROLE"
  | "WATCHER_ROLE"
  | "WITHDRAW_ROLE"

/** The role of a whole contract, or of one other chain. */
export type Role = { readonly name: RoleName; readonly slug?: number }

const events = [
  "event RoleGranted(bytes32 indexed role, address indexed grantee)",
  "event RoleRevoked(bytes32 indexed role, address indexed grantee)",
] as const

export const roleEvents: ParseAbi<typeof events> = parseAbi(events)

/** Reads who holds a role at a contract, from its logs; `undefined` if the node does not give them. */
export async function readRoleHolders(
  { client, firstBlock = 0n }: ReadableChain,
  head: Head,
  { contract, role }: { readonly contract: Address; readonly role: Role },
): Promise<readonly Address[] | undefined> {
  const id = roleId(role)
  const { found, unread } = await searchLogs({
    fromBlock: firstBlock,
    toBlock: head.number,
    read: (range) => getLogs(client, { address: contract, events: roleEvents, strict: true, ...range }),
    maxRequests,
  })
  if (unread !== undefined) return undefined
  const holders = new Set<Address>()
  for (const { eventName, args } of found) {
    if (args.role !== id) continue
    if (eventName === "RoleGranted") holders.add(args.grantee)
    else holders.delete(args.grantee)
  }
  return [...holders]
}

/** A public node needs more for a chain of some age. Then the holders are not named. */
const maxRequests = 4

export function roleId({ name, slug }: Role): Hex {
  const id = keccak256(toBytes(name))
  return slug === undefined
    ? id
    : keccak256(encodeAbiParameters(parseAbiParameters("bytes32 role, uint32 slug"), [id, slug]))
}

/** At most so many are named. Anybody can deploy a switchboard, with any number of holders. */
export const maxNamed = 5

export function nameHolders(noun: string, holders: readonly Address[] | undefined): string {
  if (holders === undefined || holders.length === 0) return `the ${noun}s`
  if (holders.length === 1) return `the ${noun} ${holders.join("")}`
  const more = holders.length - maxNamed
  const named = more > 0 ? [...holders.slice(0, maxNamed), `${more} more`] : holders
  return `the ${noun}s ${named.slice(0, -1).join(", ")} and ${named.at(-1) ?? ""}`
}
