import { findForgingWays, timeoutOf } from "./forging.js"
import { any, findKeySets, impossible, isWithin, type KeySet, type Need, unread } from "./keySets.js"
import { anyHolder, eachHolder, everyHolder, governance, ownerOf } from "./needs.js"
import { type Power, type Way, ways } from "./Power.js"
import type { EndFacts, OwnedContract, PathFacts } from "./TrustFacts.js"
import type { RoleName } from "#src/messaging/reading/roles.js"
import type { WayCode } from "#src/messaging/TrustPolicy.js"

/** Who can do what with a path, and of which ways not everybody is known. */
export type FindPowersReturnType = {
  /** The fewest keys first, then those that wait less. None has another one of its power in it that is as fast. */
  readonly powers: readonly Power[]
  /** Ways of which others may hold a part, because not everything could be read. */
  readonly notWhole: readonly Way["code"][]
}

/**
 * Finds the smallest sets of keys that can forge, censor, freeze, change the rules or drain, from facts alone.
 *
 * @example
 * const [first] = findPowers(facts).powers.filter(({ power }) => power === "forge")
 */
export function findPowers(facts: PathFacts): FindPowersReturnType {
  const found: Power[] = []
  const notWhole = new Set<Way["code"]>()
  for (const way of [...findForgingWays(facts), ...findOtherWays(facts)]) {
    const { sets, isWhole } = findKeySets(way.needs)
    if (!isWhole) notWhole.add(way.code)
    for (const set of sets) found.push(toPower(way, set))
  }
  const sorted = found.toSorted((one, other) => one.keys.length - other.keys.length || compareTime(one, other))
  const kept: Power[] = []
  for (const power of sorted) if (!kept.some((better) => isAsGood(better, power))) kept.push(power)
  return { powers: kept, notWhole: [...notWhole] }
}

function toPower({ code, seconds, stoppers, evidence }: Way, set: KeySet): Power {
  const isOfSet = (address: string): boolean => set.holders.some((holder) => holder.address === address)
  const others = findKeySets(stoppers).sets.filter(({ holders }) => holders.every(({ address }) => !isOfSet(address)))
  return {
    ...{ power: ways[code].power, code, keys: set.holders },
    seconds: seconds === null ? null : seconds + set.delay,
    stoppedBy: others.map(({ holders }) => holders),
    evidence: [...new Map([...evidence, ...set.evidence].map((one) => [one.source + one.says, one])).values()],
  }
}

/** Whether one power makes another one needless. Of the other powers each way is told, because each is another thing. */
function isAsGood(better: Power, power: Power): boolean {
  if (better.power !== power.power || (power.power !== "forge" && better.code !== power.code)) return false
  return compareTime(better, power) <= 0 && isWithin(better.keys, power.keys)
}

function compareTime({ seconds: one }: Power, { seconds: other }: Power): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

/** Lists the ways to censor, to freeze, to change the rules and to drain. All of them work at once. */
export function findOtherWays({ src, dst }: PathFacts): Way[] {
  return [
    ...(src === undefined ? unreadSource : findSourceWays(src)),
    ...findCensoringWays(dst),
    way("FREEZE_BY_TRIP", tripper(dst)),
    way("RULES_BY_PLUG_OWNER", ownerOf(dst, dst.plug)),
    way("RULES_BY_SWITCHBOARD_OWNER", ownerOf(dst, dst.inbound)),
    ...findRuleWays(dst),
    ...findDrainingWays(dst, [dst.inbound]),
  ]
}

function way(code: WayCode, needs: Need): Way {
  return { code, needs, seconds: 0n, stoppers: impossible, evidence: [] }
}

const unreadSource = [
  way("CENSOR_BY_NOT_SEALING", unread),
  way("CENSOR_BY_FEES", unread),
  way("RULES_BY_SIBLING_OWNER", unread),
]

function findSourceWays(src: EndFacts): Way[] {
  const { transmitManager, executionManager, outbound, siblingSlug: slug } = src
  const sibling = { ...src.plug, name: "sibling" }
  const pricing = [transmitManager, executionManager, outbound]
  const updaters = pricing.map((contract) =>
    anyHolder(src, contract, { name: "FEES_UPDATER_ROLE", slug }, `fees updater of the ${contract.name}`),
  )
  return [
    way("CENSOR_BY_NOT_SEALING", everyHolder(src, transmitManager, { name: "TRANSMITTER_ROLE", slug }, "transmitter")),
    way("CENSOR_BY_DISCONNECTING", ownerOf(src, sibling)),
    way("CENSOR_BY_REVOKING", any(ownerOf(src, transmitManager), governance(src))),
    way("CENSOR_BY_FEES", any(...updaters, ...pricing.map((one) => ownerOf(src, one)))),
    way("RULES_BY_SIBLING_OWNER", ownerOf(src, sibling)),
    ...findRuleWays(src),
    ...findDrainingWays(src, [outbound]),
  ]
}

function findCensoringWays(dst: EndFacts): Way[] {
  const { transmitManager, executionManager, inbound, plug, siblingSlug: slug } = dst
  const owners = [transmitManager, inbound, ...(executionManager.isOpen ? [] : [executionManager])]
  const transmitters = everyHolder(dst, transmitManager, { name: "TRANSMITTER_ROLE", slug }, "transmitter")
  const found = [
    way("CENSOR_BY_NOT_PROPOSING", transmitters),
    way("CENSOR_BY_DISCONNECTING", ownerOf(dst, plug)),
    way("CENSOR_BY_REVOKING", any(...owners.map((one) => ownerOf(dst, one)), governance(dst))),
  ]
  if (!executionManager.isOpen) {
    const executors = everyHolder(dst, executionManager, { name: "EXECUTOR_ROLE" }, "executor")
    found.push(way("CENSOR_BY_NOT_EXECUTING", executors))
  }
  if (inbound.rule === "fast" && timeoutOf(dst) === undefined) {
    const watchers = eachHolder(dst, inbound, { name: "WATCHER_ROLE", slug }, "watcher")
    found.push(way("CENSOR_BY_NOT_ATTESTING", any(...watchers)))
  }
  return found
}

function tripper(dst: EndFacts): Need {
  const { inbound, siblingSlug: slug } = dst
  return any(
    anyHolder(dst, inbound, { name: "WATCHER_ROLE", slug }, "watcher"),
    anyHolder(dst, inbound, { name: "TRIP_ROLE" }, "tripper"),
    ownerOf(dst, inbound),
  )
}

function findRuleWays(end: EndFacts): Way[] {
  const { transmitManager, executionManager } = end
  return [
    way("RULES_BY_SOCKET", governance(end)),
    way("RULES_BY_MANAGER_OWNER", any(ownerOf(end, transmitManager), ownerOf(end, executionManager))),
  ]
}

function findDrainingWays(end: EndFacts, switchboards: readonly OwnedContract[]): Way[] {
  const { socket, transmitManager, executionManager } = end
  const holding = [transmitManager, executionManager, ...switchboards]
  const of = (contract: OwnedContract, name: RoleName): Need =>
    any(anyHolder(end, contract, { name }, `${name} of the ${contract.name}`), ownerOf(end, contract))
  return [
    way("DRAIN_BY_WITHDRAWING", any(...holding.map((one) => of(one, "WITHDRAW_ROLE")))),
    way("DRAIN_BY_RESCUING", any(...[socket, ...holding].map((one) => of(one, "RESCUE_ROLE")))),
  ]
}
