import type { Address } from "viem"

import type { PowerName } from "./Power.js"
import type { Account, EndFacts, PathFacts } from "./TrustFacts.js"
import type { WayCode } from "#src/messaging/TrustPolicy.js"

/** What is compared of a path: what `plugs trust --json` prints of it, as far as it is needed. */
export type ComparedPath = {
  readonly srcChainName: string
  readonly dstChainName: string
  readonly dstPlug: string
  readonly powers: readonly {
    readonly power: PowerName
    readonly code: WayCode
    readonly keys: readonly { readonly address: string }[]
    readonly seconds: bigint | null
  }[]
  readonly accounts: readonly ComparedAccount[]
  readonly weaknesses: readonly { readonly name: string }[]
  /** Ways of which others may hold a part. */
  readonly notWhole: readonly string[]
}

/** A contract that decides about a path, or that owns one that does, and all that says who acts for it. */
export type ComparedAccount = {
  readonly chainName: string
  readonly address: string
  /** Such as `kind: Safe`, `threshold: 2`, `signer: 0x…`, `module: 0x…`, `guard: 0x…` and `upgrader: 0x…`. */
  readonly says: readonly string[]
}

/** What became better or worse. `before` and `now` are keys and seconds, or who they are, `-` where there is none. */
export type TrustChange = {
  readonly path: string
  /** A way to a power, a weakness, or an account. */
  readonly what: string
  readonly before: string
  readonly now: string
  /** Fewer keys, less time, or other ones than before: whether those are better no chain shows. */
  readonly isWorse: boolean
}

/**
 * Compares paths with what was read of them before: of each way the fewest keys and their time, who they are, the weaknesses, and who
 * acts for each account. What was not read now is
 * not better: it is unknown, and a path that is gone is told once.
 */
export function compareTrust(before: readonly ComparedPath[], now: readonly ComparedPath[]): TrustChange[] {
  const [old, current] = [byName(before), byName(now)]
  return [...new Set([...old.keys(), ...current.keys()])].sort().flatMap((path): TrustChange[] => {
    const [was, is] = [old.get(path), current.get(path)]
    if (is === undefined) return [{ path, what: "path", before: "read", now: "-", isWorse: true }]
    const [oldMarks, marks] = [was === undefined ? new Map<string, Mark>() : marksOf(was), marksOf(is)]
    const ways = [...new Set([...oldMarks.keys(), ...marks.keys()])].sort().flatMap((what): TrustChange[] => {
      const [one, other] = [oldMarks.get(what), marks.get(what)]
      const [gone, others] = [newIn(one, other), newIn(other, one)]
      const isSame = one?.says === other?.says
      if (isSame && gone.length + others.length === 0) return []
      const isLess = one !== undefined && other !== undefined && takesLess(other, one)
      const isUnknown = is.notWhole.includes(what) && one !== undefined && !isLess
      const isWorse = one === undefined || isLess || isUnknown || others.length > 0
      // Where as many keys take as much time, they are others.
      const say = (mark: Mark | undefined, own: readonly string[]): string =>
        isSame ? sayWho(own) : (mark?.says ?? "-")
      return [{ path, what, before: say(one, gone), now: isUnknown ? "unknown" : say(other, others), isWorse }]
    })
    return [...ways, ...compareAccounts(path, was?.accounts ?? [], is.accounts)]
  })
}

/** Tells of each account who has come to it, and who is gone. Whoever is new as a whole is in the ways too. */
function compareAccounts(
  path: string,
  before: readonly ComparedAccount[],
  now: readonly ComparedAccount[],
): TrustChange[] {
  return now.flatMap(({ chainName, address, says }) => {
    const was = before.find((one) => one.chainName === chainName && one.address === address)?.says ?? []
    const gone = was.filter((one) => !says.includes(one))
    const come = says.filter((one) => !was.includes(one))
    if (gone.length + come.length === 0) return []
    const say = (some: readonly string[]): string => (some.length === 0 ? "-" : some.join(", "))
    return [{ path, what: `${address} on ${chainName}`, before: say(gone), now: say(come), isWorse: true }]
  })
}

function byName(paths: readonly ComparedPath[]): ReadonlyMap<string, ComparedPath> {
  return new Map(paths.map((path) => [`${path.srcChainName} → ${path.dstChainName} ${path.dstPlug}`, path]))
}

/** Whether one takes fewer keys, or as many and less time. */
function takesLess(one: Mark, other: Mark): boolean {
  return one.keys === other.keys ? one.seconds < other.seconds : one.keys < other.keys
}

type Mark = {
  readonly keys: number
  readonly seconds: number
  readonly says: string
  /** Each set of keys, in the order of their text. */
  readonly who: readonly string[]
}

function marksOf({ powers, weaknesses }: ComparedPath): Map<string, Mark> {
  const marks = new Map<string, Mark>(weaknesses.map(({ name }) => [name, weakness]))
  for (const [code, own] of Map.groupBy(powers, (power) => power.code)) {
    const who = [
      ...new Set(
        own.map(({ keys }) =>
          keys
            .map(({ address }) => address.toLowerCase())
            .sort()
            .join(" + "),
        ),
      ),
    ]
    for (const { keys, seconds } of own) {
      const time = seconds === null ? Infinity : Number(seconds)
      const mark = { keys: keys.length, seconds: time, says: sayMark(keys.length, time), who: who.sort() }
      const before = marks.get(code)
      if (before === undefined || takesLess(mark, before)) marks.set(code, mark)
    }
  }
  return marks
}

/** The sets of a way in which none of another one's is. */
function newIn(one: Mark | undefined, other: Mark | undefined): readonly string[] {
  const isIn = (few: string, many: string): boolean => few.split(" + ").every((key) => many.split(" + ").includes(key))
  return one?.who.filter((set) => !other?.who.some((few) => isIn(few, set))) ?? []
}

/** Sets of keys that are named of one way. */
const maxNamed = 4

function sayWho(sets: readonly string[]): string {
  if (sets.length === 0) return "-"
  const more = sets.length > maxNamed ? [`${sets.length - maxNamed} more`] : []
  return [...sets.slice(0, maxNamed), ...more].join(", or ")
}

/** A weakness is there or not, and is compared with nothing. */
const weakness: Mark = { keys: Infinity, seconds: Infinity, says: "yes", who: [] }

function sayMark(keys: number, seconds: number): string {
  const time = seconds === Infinity ? "time unknown" : `${seconds} s`
  return `${keys} ${keys === 1 ? "key" : "keys"}${seconds === 0 ? "" : `, ${time}`}`
}

/** Lists each account of a path that is not a key, with all that says who acts for it. */
export function listAccounts({ src, dst }: PathFacts): ComparedAccount[] {
  return [src, dst].flatMap((end) =>
    [...(end?.accounts ?? [])].flatMap(([address, account]) =>
      account.kind === "key" || account.kind === "nobody"
        ? []
        : [
            {
              ...{ chainName: end?.chain.name ?? "", address },
              says: [
                `kind: ${account.kind}`,
                ...describe(account),
                ...(end === undefined ? [] : ownersIn(end, address)),
              ],
            },
          ],
    ),
  )
}

function ownersIn(end: EndFacts, address: Address): string[] {
  const owned = [end.plug, end.socket, end.executionManager, end.transmitManager, end.inbound]
  const contract = owned.find((one) => one.address === address)
  return contract === undefined ? [] : [`owner: ${String(contract.owner)}`, `next owner: ${String(contract.nominee)}`]
}

function describe(account: Account): string[] {
  const each = (name: string, all: readonly unknown[]): string[] => all.map((one) => `${name}: ${String(one)}`).sort()
  if (account.kind === "delegated key") return each("code", [account.delegate])
  if (account.kind === "Safe") {
    const { threshold, signers, modules, guards, singleton, fallbackHandler } = account
    return [
      ...each("threshold", [threshold]),
      ...each("signer", signers),
      ...each("module", modules),
      ...each("guard", guards),
      ...each("singleton", [singleton]),
      ...each("fallback handler", fallbackHandler === null ? [] : [fallbackHandler]),
    ]
  }
  const { implementation, by = [] } = ("upgrade" in account ? account.upgrade : undefined) ?? {}
  return [
    ...each("delay", account.kind === "timelock" ? [account.delay] : []),
    ...each("implementation", implementation === undefined ? [] : [implementation]),
    ...each("upgrader", by),
  ]
}
