import type { Address } from "viem"

import { all, any, impossible, type Need, unread } from "./keySets.js"
import { holdersOf } from "./reading/readHolders.js"
import type { EndFacts, OwnedContract } from "./TrustFacts.js"
import { readIn } from "#src/explaining/evidence.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import type { Role, RoleName } from "#src/messaging/reading/roles.js"

/** What was read of a contract, as evidence. */
export function saw(end: EndFacts, { name, address }: Pick<OwnedContract, "name" | "address">, says: string): Evidence {
  return readIn(end.chain, end.blockNumber, `${name} ${address}: ${says}`)
}

export function sawConfig(end: EndFacts, named: Address): Evidence {
  return saw(end, end.socket, `getPlugConfig(${end.plug.address}, ${end.siblingSlug}) names ${named}`)
}

/** One account of a chain, by what it is here. */
export function account(end: EndFacts, address: Address, as: string, seen: Evidence): Need {
  return { kind: "account", address, accounts: end.accounts, as, evidence: [seen] }
}

export function ownerOf(end: EndFacts, contract: OwnedContract, as = `owner of the ${contract.name}`): Need {
  const { owner, nominee } = contract
  const isPlug = contract.name === "plug" || contract.name === "sibling"
  const one = (address: Address | null | undefined, functionName: string, title: string): Need => {
    if (address === undefined) return unread
    if (address === null) return impossible
    return account(end, address, title, saw(end, contract, `${functionName}() is ${address}`))
  }
  return any(
    // Who may connect a plug that tells no owner is for its code to say.
    isPlug && owner === null ? unread : one(owner, "owner", as),
    one(nominee, isPlug ? "pendingOwner" : "nominee", as.replace("owner", "next owner")),
    upgraderOf(end, contract, as.replace("owner", "upgrader")),
  )
}

/** Those who can replace the code of a contract; impossible where it is no proxy. */
export function upgraderOf(
  end: EndFacts,
  { name, address }: Pick<OwnedContract, "name" | "address">,
  as: string,
): Need {
  const proxy = end.accounts.get(address)
  if (proxy === undefined || proxy.kind === "unknown") return unread
  if (proxy.kind !== "contract" || proxy.upgrade === undefined) return impossible
  const { implementation, by } = proxy.upgrade
  const seen = saw(end, { name, address }, `its slots of EIP-1967 name the implementation ${implementation}`)
  // The code of a proxy can let others do it, besides those in its slots.
  return any(...by.map((one) => account(end, one, as, seen)), unread)
}

/** Roles that are used by a signature, of which the contracts recover the signer. A contract that holds one cannot use it. */
export const signedRoles: readonly RoleName[] = [
  ...(["TRANSMITTER_ROLE", "EXECUTOR_ROLE", "WATCHER_ROLE", "TRIP_ROLE", "UN_TRIP_ROLE", "FEES_UPDATER_ROLE"] as const),
]

export function canSign({ accounts }: Pick<EndFacts, "accounts">, address: Address): boolean {
  const kind = accounts.get(address)?.kind
  return kind === "key" || kind === "delegated key" || kind === "unknown"
}

/** Each holder that can use a role. */
export function eachHolder(end: EndFacts, contract: OwnedContract, role: Role, as: string): readonly Need[] {
  const { holders } = holdersOf(end.roles, contract.address, role)
  const signs = signedRoles.includes(role.name)
  const able = signs ? holders.filter((address) => canSign(end, address)) : holders
  const roleName = role.slug === undefined ? role.name : `${role.name} of ${role.slug}`
  const seen = (address: Address): Evidence => saw(end, contract, `hasRole(${roleName}, ${address}) is true`)
  return able.map((address) => ({ ...account(end, address, as, seen(address)), signs }))
}

export function anyHolder(end: EndFacts, contract: OwnedContract, role: Role, as: string): Need {
  return any(...eachHolder(end, contract, role, as), ...others(end, contract, role))
}

/** All holders of a role together. Of nobody it takes nobody: then nobody does it. */
export function everyHolder(end: EndFacts, contract: OwnedContract, role: Role, as: string): Need {
  return all(...eachHolder(end, contract, role, as), ...others(end, contract, role))
}

function others(end: EndFacts, contract: OwnedContract, role: Role): readonly Need[] {
  return holdersOf(end.roles, contract.address, role).isComplete ? [] : [unread]
}

/** Those who can replace what a socket calls: holders of its governance role, and its owner, who grants it. */
export function governance(end: EndFacts): Need {
  const { socket, chain } = end
  return any(
    anyHolder(end, socket, { name: "GOVERNANCE_ROLE" }, `governance of the socket on ${chain.name}`),
    ownerOf(end, socket, `owner of the socket on ${chain.name}`),
  )
}

/** Those who can propose packets of a chain, or seal packets to it. */
export function transmitter(end: EndFacts, slug: number): Need {
  const { transmitManager } = end
  return any(
    anyHolder(end, transmitManager, { name: "TRANSMITTER_ROLE", slug }, "transmitter"),
    ownerOf(end, transmitManager),
    governance(end),
  )
}
