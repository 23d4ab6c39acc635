import { findForgingWays } from "./forging.js"
import { findKeySets, isWithin, type KeySet } from "./keySets.js"
import { findOtherWays } from "./otherPowers.js"
import { type Power, type Way, ways } from "./Power.js"
import type { PathFacts } from "./TrustFacts.js"

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
