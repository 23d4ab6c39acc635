import { type Address, zeroAddress } from "viem"

import { saw, sawConfig } from "./needs.js"
import { holdersOf } from "./reading/readHolders.js"
import type { Account, EndFacts, OwnedContract, PathFacts } from "./TrustFacts.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Cause } from "#src/explaining/Explanation.js"
import { type ConnectionEnd, differencesOf, partOf } from "#src/messaging/onchain/connection/differencesOf.js"
import type { Role } from "#src/messaging/reading/roles.js"
import { formatDuration } from "#src/primitives/duration.js"

/** Configurations that are weaker than they look, in the order in which they are told. `docs/trust.md` lists them. */
export const weaknessNames = [
  "CONTRACT_WITHOUT_CODE",
  "SWITCHBOARD_UNKNOWN",
  "SIBLING_NOT_MUTUAL",
  "GATEWAY_NAMES_SENDERS",
  "TIMEOUT_ZERO",
  "NO_WATCHER",
  "ONE_WATCHER",
  "TRANSMITTER_IS_OWNER",
  "ROLES_IN_ONE_KEY",
  "OWNER_IS_KEY",
  "SAFE_OF_ONE",
] as const

export type WeaknessName = (typeof weaknessNames)[number]

/** A wrong configuration, where it was read, and what would be better. */
export type Weakness = Pick<Cause<WeaknessName>, "name" | "says" | "evidence" | "mend">

export function findWeaknesses({ src, dst }: PathFacts): Weakness[] {
  const found = [
    ...findCodeless({ src, dst }),
    ...findForeignSwitchboard(dst),
    ...findOneSided({ src, dst }),
    ...findGateway(dst),
    ...findWatching(dst),
    ...findSharedKeys(dst),
    ...findOwners(dst),
  ]
  return found.toSorted((one, other) => weaknessNames.indexOf(one.name) - weaknessNames.indexOf(other.name))
}

function isKey(account: Account | undefined): boolean {
  return account?.kind === "key" || account?.kind === "delegated key"
}

/** Whoever holds the key of such an address acts as the contract, and whoever deploys to it too. */
function findCodeless({ src, dst }: PathFacts): Weakness[] {
  const { plug, inbound, executionManager, transmitManager } = dst
  const own = [plug, inbound, executionManager, transmitManager].map((contract) => [dst, contract] as const)
  const sibling = { name: "sibling", address: dst.config.siblingPlug }
  return [...own, ...(src === undefined ? [] : [[src, sibling] as const])].flatMap(([end, contract]) => {
    const account = end.accounts.get(contract.address)
    if (!isKey(account)) return []
    const code = account?.kind === "key" ? "no code" : "only the delegated code of a key"
    const says = `The ${contract.name} ${contract.address} on ${end.chain.name} has ${code}, so a key or a later deployment decides what it does.`
    return [weakness("CONTRACT_WITHOUT_CODE", says, [saw(end, contract, `eth_getCode gives ${code}`)], rewire)]
  })
}

function findForeignSwitchboard(dst: EndFacts): Weakness[] {
  const { inbound, plug, chain } = dst
  if (inbound.isKnown || inbound.address === zeroAddress) return []
  const says = `The switchboard ${inbound.address} of plug ${plug.address} on ${chain.name} is not known on this path: who deployed it decides what is allowed.`
  return [weakness("SWITCHBOARD_UNKNOWN", says, [sawConfig(dst, inbound.address)], rewire)]
}

function findOneSided({ src, dst }: PathFacts): Weakness[] {
  const sibling = dst.config.siblingPlug
  if (src === undefined || sibling === zeroAddress) return []
  const [a, b] = [src, dst].map(({ plug, chain, config }) =>
    partOf({ plug: plug.address, slug: chain.slug, config: { known: config } }),
  ) as [ConnectionEnd, ConnectionEnd]
  if (!differencesOf({ a, b }).some(({ about }) => about === "sibling")) return []
  const says = `Plug ${dst.plug.address} on ${dst.chain.name} takes messages of ${sibling}, and plug ${src.plug.address} on ${src.chain.name} sends to ${src.config.siblingPlug}.`
  const evidence = [dst, src].map((end) => sawConfig(end, end.config.siblingPlug))
  return [weakness("SIBLING_NOT_MUTUAL", says, evidence, rewire)]
}

/** Its recipients believe it who the sender is, whoever has sent it what it delivers. */
function findGateway(dst: EndFacts): Weakness[] {
  const { plug, isGateway, siblingSlug, chain } = dst
  if (isGateway !== true) return []
  const isOwned = plug.owner !== null && plug.owner !== zeroAddress
  const owner = isOwned ? ", and its owner can link any contract as a chain that is not linked yet" : ""
  const says = `The plug ${plug.address} on ${chain.name} is a gateway of ERC-7786: who forges one of its messages is any sender of chain ${siblingSlug}, for every contract that receives from it${owner}.`
  const mend = isOwned
    ? "the owner of the gateway renounces once every chain is linked, and is a timelock until then"
    : "contracts that receive from it limit what a message of it can take"
  const evidence = [saw(dst, plug, "supportsAttribute(requestRelay) is true")]
  return [weakness("GATEWAY_NAMES_SENDERS", says, evidence, { who: mend, command: null })]
}

const rewire = {
  who: "the owner of the plug connects it as the wiring says",
  command: "npx hardhat messaging wire --apply",
} as const

function findWatching(dst: EndFacts): Weakness[] {
  const { inbound, siblingSlug: slug, chain } = dst
  const { rule, state } = inbound
  if (state === undefined || (rule !== "fast" && rule !== "optimistic")) return []
  const timeout = state.timeoutInSeconds ?? 0n
  const wait = formatDuration(Number(timeout) * 1_000)
  const board = `switchboard ${inbound.address} on ${chain.name}`
  const mend = {
    who: "the owner of the plug connects it by another switchboard; this lists those that are known",
    command: `npx hardhat messaging chains --chain ${chain.name}`,
  }
  const found: Weakness[] = []
  if (timeout === 0n) {
    const then = rule === "fast" ? "no packet passes without all watchers" : "packets pass as soon as they are proposed"
    const evidence = [saw(dst, inbound, "timeoutInSeconds() is 0")]
    found.push(weakness("TIMEOUT_ZERO", `The timeout of ${board} is zero: ${then}.`, evidence, mend))
  }
  const watchers = holdersOf(dst.roles, inbound.address, { name: "WATCHER_ROLE", slug })
  const count = rule === "fast" ? (state.totalWatchers ?? 0n) : BigInt(watchers.holders.length)
  const seen = rule === "fast" ? `totalWatchers(${slug}) is ${count}` : `${count} accounts hold WATCHER_ROLE of ${slug}`
  if (rule === "optimistic" && !watchers.isComplete) return found
  const alone = rule === "fast" ? "attests alone, and " : ""
  const few = [
    `Nobody watches packets to ${chain.name} at ${board}: after ${wait} any proposed root passes, unless all paths are tripped.`,
    `One watcher of ${board} ${alone}is the only one who trips a forged packet.`,
  ][Number(count)]
  const name = count === 0n ? "NO_WATCHER" : "ONE_WATCHER"
  if (few !== undefined) found.push(weakness(name, few, [saw(dst, inbound, seen)], mend))
  return found
}

/** Finds keys that hold several of the roles that are meant for different ones, or own what they transmit for. */
function findSharedKeys(dst: EndFacts): Weakness[] {
  const { plug, inbound, transmitManager, executionManager, socket, siblingSlug: slug } = dst
  const places: readonly (readonly [Role, OwnedContract])[] = [
    [{ name: "TRANSMITTER_ROLE", slug }, transmitManager],
    [{ name: "WATCHER_ROLE", slug }, inbound],
    [{ name: "EXECUTOR_ROLE" }, executionManager],
    [{ name: "GOVERNANCE_ROLE" }, socket],
  ]
  const held = places.flatMap(([role, contract]) =>
    holdersOf(dst.roles, contract.address, role).holders.flatMap((holder) =>
      peopleBehind(dst, holder).map((person) => ({ person, name: role.name, contract })),
    ),
  )
  const owners = [plug, inbound, transmitManager, executionManager, socket]
  return [...Map.groupBy(held, ({ person }) => person)].flatMap(([person, roles]) => {
    const names = [...new Set(roles.map(({ name }) => name))]
    const owned = owners.filter(({ owner }) => owner && peopleBehind(dst, owner).includes(person))
    const evidence = roles.map(({ name, contract }) => saw(dst, contract, `hasRole(${name}) is true for ${person}`))
    const found: Weakness[] = []
    const mend = byOthers("the owner of the contract grants one of the roles to another key")
    if (names.includes("TRANSMITTER_ROLE") && owned.length > 0) {
      const what = owned.map(({ name }) => name).join(", ")
      const says = `Transmitter ${person} on ${dst.chain.name} is also the owner of: ${what}.`
      const ownerSeen = owned.map((contract) => saw(dst, contract, `owner() is ${String(contract.owner)}`))
      found.push(weakness("TRANSMITTER_IS_OWNER", says, [...evidence, ...ownerSeen], mend))
    }
    if (names.length > 1) {
      const says = `One key on ${dst.chain.name}, ${person}, holds ${names.join(" and ")}.`
      found.push(weakness("ROLES_IN_ONE_KEY", says, evidence, mend))
    }
    return found
  })
}

/** The signers of a Safe that one of them alone acts for are the Safe. Several of them are not one person. */
function peopleBehind({ accounts }: EndFacts, address: Address): readonly Address[] {
  const account = accounts.get(address)
  if (account?.kind !== "Safe") return [address]
  return account.threshold === 1 ? account.signers : []
}

function findOwners(dst: EndFacts): Weakness[] {
  const { plug, inbound, transmitManager, executionManager, socket, chain, accounts } = dst
  const owners = [plug, inbound, transmitManager, executionManager, socket].map((contract) => ({
    contract,
    account: contract.owner ? accounts.get(contract.owner) : undefined,
    seen: [saw(dst, contract, `owner() is ${String(contract.owner)}`)],
  }))
  return owners.flatMap(({ contract, account, seen }) => {
    const what = `the ${contract.name} ${contract.address} on ${chain.name}`
    const isOwn = contract === plug
    const who = `the owner hands ${what} over to a Safe of at least two signers: ${isOwn ? "transferOwnership, then acceptOwnership" : "nominateOwner, then claimOwner"}`
    const mend = isOwn ? { who, command: null } : byOthers(who)
    if (isKey(account) && isOwn) {
      return [weakness("OWNER_IS_KEY", `One key, ${String(contract.owner)}, owns ${what}.`, seen, mend)]
    }
    if (account?.kind !== "Safe" || account.threshold > 1) return []
    const says = `Safe ${String(contract.owner)}, which owns ${what}, acts on one signature of ${account.signers.length}.`
    const safe = { name: "Safe", address: contract.owner ?? zeroAddress }
    return [weakness("SAFE_OF_ONE", says, [...seen, saw(dst, safe, "getThreshold() is 1")], mend)]
  })
}

function weakness(name: WeaknessName, says: string, evidence: Weakness["evidence"], mend: Weakness["mend"]): Weakness {
  return { name, says, evidence, mend }
}
