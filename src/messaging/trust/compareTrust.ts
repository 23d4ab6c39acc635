import type { PowerName, WayCode } from "./Power.js"

/** What is compared of a path: what `plugs trust --json` prints of it, as far as it is needed. */
export type ComparedPath = {
  readonly srcChainName: string
  readonly dstChainName: string
  readonly dstPlug: string
  readonly powers: readonly {
    readonly power: PowerName
    readonly code: WayCode
    readonly keys: readonly unknown[]
    readonly seconds: bigint | null
  }[]
  readonly weaknesses: readonly { readonly name: string }[]
  /** Ways of which others may hold a part. */
  readonly notWhole: readonly string[]
}

/** What became better or worse. `before` and `now` are keys and seconds, `-` where there is none. */
export type TrustChange = {
  readonly path: string
  /** A way to a power, or a weakness. */
  readonly what: string
  readonly before: string
  readonly now: string
  readonly isWorse: boolean
}

/**
 * Compares paths with what was read of them before: of each way the fewest keys and their time, and the weaknesses. What was not read now is
 * not better: it is unknown, and a path that is gone is told once.
 */
export function compareTrust(before: readonly ComparedPath[], now: readonly ComparedPath[]): TrustChange[] {
  const [old, current] = [byName(before), byName(now)]
  return [...new Set([...old.keys(), ...current.keys()])].sort().flatMap((path): TrustChange[] => {
    const [was, is] = [old.get(path), current.get(path)]
    if (is === undefined) return [{ path, what: "path", before: "read", now: "-", isWorse: true }]
    const [oldMarks, marks] = [was === undefined ? new Map<string, Mark>() : marksOf(was), marksOf(is)]
    return [...new Set([...oldMarks.keys(), ...marks.keys()])].sort().flatMap((what) => {
      const [one, other] = [oldMarks.get(what), marks.get(what)]
      if (one?.says === other?.says) return []
      const isLess = one !== undefined && other !== undefined && takesLess(other, one)
      const isUnknown = is.notWhole.includes(what) && one !== undefined && !isLess
      const isWorse = one === undefined || isLess || isUnknown
      return [{ path, what, before: one?.says ?? "-", now: isUnknown ? "unknown" : (other?.says ?? "-"), isWorse }]
    })
  })
}

function byName(paths: readonly ComparedPath[]): ReadonlyMap<string, ComparedPath> {
  return new Map(paths.map((path) => [`${path.srcChainName} → ${path.dstChainName} ${path.dstPlug}`, path]))
}

/** Whether one takes fewer keys, or as many and less time. */
function takesLess(one: Mark, other: Mark): boolean {
  return one.keys === other.keys ? one.seconds < other.seconds : one.keys < other.keys
}

type Mark = { readonly keys: number; readonly seconds: number; readonly says: string }

function marksOf({ powers, weaknesses }: ComparedPath): Map<string, Mark> {
  const marks = new Map<string, Mark>(weaknesses.map(({ name }) => [name, weakness]))
  for (const { code, keys, seconds } of powers) {
    const time = seconds === null ? Infinity : Number(seconds)
    const mark = { keys: keys.length, seconds: time, says: sayMark(keys.length, time) }
    const before = marks.get(code)
    if (before === undefined || takesLess(mark, before)) marks.set(code, mark)
  }
  return marks
}

/** A weakness is there or not, and is compared with nothing. */
const weakness: Mark = { keys: Infinity, seconds: Infinity, says: "yes" }

function sayMark(keys: number, seconds: number): string {
  const time = seconds === Infinity ? "time unknown" : `${seconds} s`
  return `${keys} ${keys === 1 ? "key" : "keys"}${seconds === 0 ? "" : `, ${time}`}`
}
