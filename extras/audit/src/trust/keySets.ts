import type { Address } from "viem"

import { upgradersOf } from "./reading/classifyAccounts.js"
import type { Account } from "./TrustFacts.js"
import type { Evidence } from "#src/explaining/Explanation.js"

/** What it takes: one account, all of several things, or any of them. All of nothing takes nobody; any of nothing cannot be. */
export type Need =
  | {
      readonly kind: "account"
      readonly address: Address
      /** What acts behind each address of its chain. */
      readonly accounts: ReadonlyMap<Address, Account>
      /** What it is here, such as `transmitter`. */
      readonly as: string
      /** Whether it must sign, so that its key is needed beside the code it has delegated to. */
      readonly signs?: boolean
      readonly evidence: readonly Evidence[]
    }
  | { readonly kind: "all" | "any"; readonly of: readonly Need[] }
  /** Accounts that could not be read. Nothing follows from them, and what follows without them may not be all. */
  | { readonly kind: "unread" }

/** A key, or a contract that acts by rules of its own, and all that it is here. */
export type KeyHolder = {
  readonly address: Address
  readonly kind: Exclude<Account["kind"], "Safe" | "nobody">
  readonly as: readonly string[]
  /** The Safes that it signs for, or is a module of, and the proxies that it upgrades. */
  readonly through: readonly Address[]
}

export type KeySet = {
  readonly holders: readonly KeyHolder[]
  /** Seconds that a timelock makes them wait. */
  readonly delay: bigint
  /** It can have the same more than once. */
  readonly evidence: readonly Evidence[]
}

export type KeySets = {
  /** The smallest first. None has another one in it. */
  readonly sets: readonly KeySet[]
  /** Whether there can be no others. */
  readonly isWhole: boolean
}

export const nobodyNeeded: Need = { kind: "all", of: [] }
export const impossible: Need = { kind: "any", of: [] }
export const unread: Need = { kind: "unread" }

export function all(...of: readonly Need[]): Need {
  return { kind: "all", of }
}

export function any(...of: readonly Need[]): Need {
  return { kind: "any", of }
}

/** Any `count` of several things, which is tried for each of `repeats` others. */
export function atLeast(count: number, of: readonly Need[], repeats = 1): Need {
  if (count <= 0) return nobodyNeeded
  const needs: Need[] = []
  for (const chosen of combinations(of, count)) {
    needs.push({ kind: "all", of: chosen })
    if (needs.length > maxCombinations / repeats) return { kind: "any", of: [...needs, unread] }
  }
  return { kind: "any", of: needs }
}

/** More are not tried of what needs several of many, and the result is not whole. */
const maxCombinations = 64

function* combinations<T>(of: readonly T[], count: number, from = 0): Generator<readonly T[]> {
  if (count === 0) yield []
  if (count === 0) return
  for (let index = from; index <= of.length - count; index += 1) {
    const first = of[index] as T
    for (const rest of combinations(of, count - 1, index + 1)) yield [first, ...rest]
  }
}

/** Sets that are kept of each part. There are more only where Safes have many signers, and then the smallest are kept. */
const maxSets = 200

/**
 * Finds the smallest sets of keys that satisfy a need. A Safe is any of its signers that reach its threshold, and an account that is needed
 * twice counts once.
 */
export function findKeySets(need: Need): KeySets {
  const sets = known.get(need) ?? combine(need)
  known.set(need, sets)
  return sets
}

/** The same need is often a part of many. */
const known = new WeakMap<Need, KeySets>()

function combine(need: Need): KeySets {
  if (need.kind === "unread") return { sets: [], isWhole: false }
  if (need.kind === "account") return setsOfAccount(need, [])
  const parts = need.of.map(findKeySets)
  return need.kind === "any" ? anyOf(parts) : allOf(parts)
}

function anyOf(parts: readonly KeySets[]): KeySets {
  return keepSmallest(
    parts.flatMap(({ sets }) => sets),
    parts.every(({ isWhole }) => isWhole),
  )
}

function allOf(parts: readonly KeySets[]): KeySets {
  const nothing: KeySets = { sets: [{ holders: [], delay: 0n, evidence: [] }], isWhole: true }
  return parts.reduce((one, other) => {
    // One impossible part makes the whole impossible.
    const isNever = [one, other].some(({ sets, isWhole }) => sets.length === 0 && isWhole)
    const joined = one.sets.flatMap((set) => other.sets.map((with_) => join(set, with_)))
    return keepSmallest(joined, isNever || (one.isWhole && other.isWhole))
  }, nothing)
}

function setsOfAccount(need: Extract<Need, { kind: "account" }>, through: readonly Address[]): KeySets {
  const { address, as, evidence, accounts } = need
  const account = accounts.get(address) ?? { kind: "unknown" }
  if (account.kind === "nobody" || through.includes(address)) return { sets: [], isWhole: true }
  const member = (of: Address): KeySets => setsOfAccount({ ...need, address: of }, [...through, address])
  if (account.kind !== "Safe") {
    const delay = account.kind === "timelock" ? account.delay : 0n
    const kind = need.signs === true && account.kind === "delegated key" ? "key" : account.kind
    const holder = { address, kind, as: [as], through }
    // What acts behind it can be a key that is needed already, or fewer than one.
    const isWhole = account.kind !== "unknown"
    return anyOf([{ sets: [{ holders: [holder], delay, evidence }], isWhole }, ...upgradersOf(account).map(member)])
  }
  // What calls the Safe with the data of another contract's function calls that contract as the Safe.
  const handled = account.fallbackHandler === null ? undefined : accounts.get(account.fallbackHandler)
  if (handled !== undefined) return { sets: [{ holders: [], delay: 0n, evidence }], isWhole: true }
  const signers = [...new Set(account.signers)].map(member)
  const chosen: KeySets[] = []
  for (const some of combinations(signers, account.threshold)) {
    chosen.push(allOf(some))
    if (chosen.length > maxCombinations) {
      chosen.push({ sets: [], isWhole: false })
      break
    }
  }
  return anyOf([...chosen, ...account.modules.map(member)])
}

function join(one: KeySet, other: KeySet): KeySet {
  const holders = new Map(one.holders.map((holder) => [holder.address, holder]))
  for (const holder of other.holders) {
    const before = holders.get(holder.address)
    holders.set(holder.address, {
      ...holder,
      // What takes the key as well takes it for all.
      kind: before?.kind === "key" ? "key" : holder.kind,
      as: [...new Set([...(before?.as ?? []), ...holder.as])],
      through: [...new Set([...(before?.through ?? []), ...holder.through])],
    })
  }
  return {
    holders: [...holders.values()],
    delay: one.delay > other.delay ? one.delay : other.delay,
    evidence: [...one.evidence, ...other.evidence],
  }
}

function keepSmallest(sets: readonly KeySet[], isWhole: boolean): KeySets {
  const kept: KeySet[] = []
  for (const set of sets.toSorted((one, other) => one.holders.length - other.holders.length || compare(one, other))) {
    if (kept.some((smaller) => smaller.delay <= set.delay && isWithin(smaller.holders, set.holders))) continue
    if (kept.length === maxSets) return { sets: kept, isWhole: false }
    kept.push(set)
  }
  return { sets: kept, isWhole }
}

/** Of as many keys, those that wait less come first. */
function compare(one: KeySet, other: KeySet): number {
  return one.delay < other.delay ? -1 : one.delay > other.delay ? 1 : 0
}

/** Whether every key of one set is in the other, and must not sign where code that it has delegated to is enough there. */
export function isWithin(few: KeySet["holders"], many: KeySet["holders"]): boolean {
  const kinds = new Map(many.map(({ address, kind }) => [address, kind]))
  return few.every(({ address, kind }) => {
    const other = kinds.get(address)
    return other === kind || (other !== undefined && kind !== "key")
  })
}
