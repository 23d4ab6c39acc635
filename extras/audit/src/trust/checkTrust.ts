import { isAddressEqual } from "viem"

import { timeoutOf } from "./forging.js"
import { findKeySets, type KeyHolder, type KeySet } from "./keySets.js"
import { ownerOf, saw } from "./needs.js"
import { upgradersOf } from "./reading/classifyAccounts.js"
import type { PathTrust } from "./readTrust.js"
import type { EndFacts } from "./TrustFacts.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import type { TrustBreach, TrustException, TrustPolicy, TrustRule, WayCode } from "#src/messaging/TrustPolicy.js"
import { startOfDay } from "#src/primitives/duration.js"

export type AcceptedBreach = TrustBreach & Pick<TrustException, "reason" | "until">

/**
 * Compares paths with a policy.
 *
 * @param now milliseconds since 1970
 */
export function checkTrust(
  paths: readonly PathTrust[],
  policy: TrustPolicy,
  now: number,
): { readonly breaches: readonly TrustBreach[]; readonly accepted: readonly AcceptedBreach[] } {
  const { exceptions = [] } = policy
  const found = paths.flatMap((path) => breachesOf(path, policy).map((breach) => ({ breach, path })))
  const valid = exceptions.filter(({ until }) => now < endOf(until))
  const breaches: TrustBreach[] = []
  const accepted: AcceptedBreach[] = []
  for (const { breach, path } of found) {
    const { name } = path.facts.dst.chain
    const exception = valid.find(
      ({ rule, way = breach.way, to = name }) => rule === breach.rule && way === breach.way && to === name,
    )
    if (exception === undefined) breaches.push(breach)
    else accepted.push({ ...breach, reason: exception.reason, until: exception.until })
  }
  for (const { rule, until, reason } of exceptions.filter((exception) => !valid.includes(exception))) {
    const says = `The exception of ${rule} ended with ${until}. It was made because: ${reason}.`
    const nowhere = { way: null, srcChainSlug: null, dstChainSlug: null, dstPlug: null, evidence: [] }
    breaches.push({ rule: "EXCEPTION_ENDED", ...nowhere, says })
  }
  return { breaches, accepted }
}

/** Milliseconds since 1970 at which a day in UTC is over; a date that is none is over. */
function endOf(day: string): number {
  return (startOfDay(day) ?? -Infinity) + 86_400_000
}

function breachesOf(path: PathTrust, policy: TrustPolicy): TrustBreach[] {
  const { facts, powers, notWhole, from, to } = path
  const { dst } = facts
  const place = { srcChainSlug: from.slug, dstChainSlug: to.slug, dstPlug: to.plug }
  if (!path.isConnected) return []
  const { leastKeysToForge = 0, leastSecondsUnwatched = 0, leastSafeSigners, switchboards } = policy
  const found: TrustBreach[] = []
  const add = (rule: TrustRule, says: string, evidence: readonly Evidence[], way: WayCode | null = null): void =>
    void found.push({ rule, way, ...place, says, evidence })
  const plug = `${to.plug} on ${dst.chain.name}`
  const forging = powers.filter(({ power, keys }) => power === "forge" && keys.length < leastKeysToForge)
  for (const { keys, code, evidence } of forging) {
    const who = keys.map(({ address, as }) => `${as.join(", ")} ${address}`).join(" and ")
    const says = `${keys.length} ${keys.length === 1 ? "key" : "keys"} can forge messages to ${plug}, and the policy demands ${leastKeysToForge}: ${who}.`
    add("FEW_KEYS_FORGE", says, evidence, code)
  }
  const notRead = (what: string, way: WayCode | null = null): void => {
    add("NOT_READ", `${what}, so that what the policy demands of plug ${plug} is unverified.`, [], way)
  }
  if (leastKeysToForge > 0) {
    for (const code of notWhole.filter((one) => one.startsWith("FORGE")))
      notRead(`Not everybody is known who can forge messages by ${code}`, code)
    for (const { keys, code } of powers.filter(
      ({ power, keys }) => power === "forge" && keys.length >= leastKeysToForge,
    )) {
      if (countKeys(keys) >= leastKeysToForge || keys.some(({ kind }) => kind === "unknown")) continue
      const whose = "a contract, or the delegated code of a key,"
      notRead(`By which rules ${whose} acts is not known, without which the keys of ${code} are too few`, code)
    }
  }
  const { rule, state, isKnown } = dst.inbound
  const timeout = timeoutOf(dst)
  if (timeout !== undefined && timeout < BigInt(leastSecondsUnwatched)) {
    const says = `Packets to ${plug} pass without their watchers after ${timeout} seconds, and the policy demands ${leastSecondsUnwatched}.`
    add("UNWATCHED_TOO_SOON", says, [saw(dst, dst.inbound, `timeoutInSeconds() is ${timeout}`)])
  } else if (leastSecondsUnwatched > 0) {
    const isRead = isKnown && state?.timeoutInSeconds !== undefined && (rule === "fast" || rule === "optimistic")
    if (!isRead) notRead(`How soon packets pass switchboard ${dst.inbound.address} without their watchers is not known`)
  }
  if (leastSafeSigners !== undefined) {
    const owning = judgeOwner(dst, leastSafeSigners)
    const says = `Plug ${plug} is not owned by a Safe that takes at least ${leastSafeSigners} signers.`
    if (owning === "weak") add("OWNER_NOT_SAFE", says, [saw(dst, dst.plug, `owner() is ${String(dst.plug.owner)}`)])
    if (owning === "unread") notRead("Not everybody is known who owns it or can become its owner")
  }
  if (switchboards !== undefined && !switchboards.some((one) => isAddressEqual(one, dst.inbound.address))) {
    const says = `Plug ${plug} takes packets from switchboard ${dst.inbound.address}, which the policy does not allow.`
    add("SWITCHBOARD_NOT_ALLOWED", says, [saw(dst, dst.inbound, "named by getPlugConfig")])
  }
  return found
}

/** Whether all who own a plug, or can become its owner, are Safes of so many signers. What is renounced has no owner. */
function judgeOwner(dst: EndFacts, leastSigners: number): "safe" | "weak" | "unread" {
  const { plug, accounts } = dst
  const { sets, isWhole } = findKeySets(ownerOf(dst, plug))
  const upgraders = upgradersOf(accounts.get(plug.address))
  const owners = [plug.owner, plug.nominee, ...upgraders].flatMap((owner) => owner ?? [])
  const kinds = owners.map((owner) => accounts.get(owner)?.kind ?? "unknown")
  const isSafe = kinds.every((kind) => kind === "Safe" || kind === "nobody" || kind === "unknown")
  const isFew = ({ holders }: KeySet): boolean =>
    holders.length < leastSigners && holders.every(({ kind }) => kind !== "unknown")
  if (plug.owner === null || !isSafe || sets.some(isFew)) return "weak"
  const isRead = sets.every(({ holders }) => countKeys(holders) >= leastSigners)
  // Of a Safe whose members are all keys not every set is listed where they are many, and each has as many keys.
  const isPlain = owners.every((owner) => {
    const account = accounts.get(owner)
    if (account?.kind !== "Safe") return account?.kind === "nobody"
    return [...account.signers, ...account.modules].every((member) => accounts.get(member)?.kind === "key")
  })
  const isTold =
    plug.owner !== undefined && plug.nominee !== undefined && accounts.get(plug.address)?.kind === "contract"
  return isRead && (isWhole || (isPlain && isTold && upgraders.length === 0)) ? "safe" : "unread"
}

/** Keys alone: a contract can act for a key of the same set, or for everybody, and so can the code that a key has delegated to. */
function countKeys(holders: readonly KeyHolder[]): number {
  return holders.filter(({ kind }) => kind === "key").length
}
