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

/** Compares paths with what was read of them before: of each way the fewest keys and their time, and the weaknesses. */
export function compareTrust(before: readonly ComparedPath[], now: readonly ComparedPath[]): TrustChange[] {
  const [old, current] = [marksOf(before), marksOf(now)]
  return [...new Set([...old.keys(), ...current.keys()])].sort().flatMap((key) => {
    const [was, is] = [old.get(key), current.get(key)]
    const [path = "", what = ""] = key.split("\n")
    const change = { path, what, before: was?.says ?? "-", now: is?.says ?? "-" }
    if (change.before === change.now) return []
    const isWorse =
      was === undefined ||
      (is !== undefined && (is.keys < was.keys || (is.keys === was.keys && is.seconds < was.seconds)))
    return [{ ...change, isWorse }]
  })
}

type Mark = { readonly keys: number; readonly seconds: number; readonly says: string }

function marksOf(paths: readonly ComparedPath[]): Map<string, Mark> {
  const marks = new Map<string, Mark>()
  for (const { srcChainName, dstChainName, dstPlug, powers, weaknesses } of paths) {
    const key = (what: string): string => `${srcChainName} → ${dstChainName} ${dstPlug}\n${what}`
    for (const { name } of weaknesses) marks.set(key(name), { keys: 0, seconds: 0, says: "yes" })
    for (const { code, keys, seconds } of powers) {
      const time = seconds === null ? Infinity : Number(seconds)
      const before = marks.get(key(code))
      if (
        before !== undefined &&
        (before.keys < keys.length || (before.keys === keys.length && before.seconds <= time))
      )
        continue
      marks.set(key(code), { keys: keys.length, seconds: time, says: sayMark(keys.length, time) })
    }
  }
  return marks
}

function sayMark(keys: number, seconds: number): string {
  return `${String(keys)} ${keys === 1 ? "key" : "keys"}${seconds === 0 ? "" : `, ${seconds === Infinity ? "time unknown" : `${String(seconds)} s`}`}`
}
