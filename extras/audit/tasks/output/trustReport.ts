import type { checkTrust } from "#extras/audit/src/trust/checkTrust.js"
import type { KeyHolder } from "#extras/audit/src/trust/keySets.js"
import { type Power, powerNames } from "#extras/audit/src/trust/Power.js"
import type { PathTrust } from "#extras/audit/src/trust/readTrust.js"
import type { TrustBreach } from "#src/messaging/TrustPolicy.js"
import { formatDuration } from "#src/primitives/duration.js"
import { paint } from "#src/terminal/paint.js"
import { apart, prose, type Report, right, table, whole } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

/** Who can do what on one path, with the names that the project has. */
export type NamedTrust = PathTrust & {
  readonly application: string | null
  readonly srcChain: string
  readonly dstChain: string
  /** What the project calls the plug that takes the messages; `undefined` if it has no name for it. */
  readonly plugName: string | undefined
}

/** Sets of keys that are shown of each power. `--json` has all. */
const maxShown = 4

/** Who can do what: first the answer, then each path. */
export function trustReport(paths: readonly NamedTrust[]): Report {
  return apart(
    paths.map((path) => prose(paint.bold(sayAnswer(path)))),
    ...paths.map(pathReport),
  )
}

/** One path: its table, then what would be better. */
export function pathReport(path: NamedTrust): Report {
  const { unread, notWhole, weaknesses, powers } = path
  const unknown = new Set(unread.map(({ chain, what, why }) => `Unknown on ${chain}: ${what}, because ${why}.`))
  if (notWhole.length > 0) {
    unknown.add(`Others may be able to, by ways that were not read whole: ${notWhole.join(", ")}.`)
  }
  return apart(
    [
      paint.bold(`${path.srcChain} → ${path.dstChain}, ${path.plugName ?? shortenHex(path.to.plug)}`),
      powers.length > 0 && powerTable(powers),
      ...[...unknown].map((line) => prose(paint.magenta(line), "  ")),
    ],
    weaknesses.map(({ name, says, mend }) => [
      prose(`${name}: ${says}`, "  "),
      mend !== null && [prose(`Better: ${mend.who}.`, "    "), mend.command !== null && whole(`    ${mend.command}`)],
    ]),
  )
}

/** What breaks the policy, and what is accepted. */
export function policyReport({ breaches, accepted }: ReturnType<typeof checkTrust>): Report {
  const says = ({ rule, way, says: why }: TrustBreach): string => `${[rule, way].filter(Boolean).join(" ")}: ${why}`
  return [
    paint.bold(
      breaches.length === 0
        ? "Every path is as plugs.trust demands."
        : `plugs.trust is broken: ${String(breaches.length)}.`,
    ),
    ...breaches.map((breach) => prose(paint.red(says(breach)))),
    ...accepted.map((one) => prose(paint.dim(`${says(one)} Accepted until ${one.until}: ${one.reason}`))),
  ]
}

/** Says in one sentence how few keys can forge messages to a plug. */
export function sayAnswer({ powers, notWhole, plugName, to, dstChain, srcChain, isConnected }: NamedTrust): string {
  const plug = `${plugName ?? to.plug} on ${dstChain}`
  if (!isConnected) return `${plug} takes no messages of ${srcChain}: it is not connected.`
  const [fewest] = powers.filter(({ power }) => power === "forge")
  const isWhole = notWhole.every((code) => !code.startsWith("FORGE"))
  if (fewest === undefined)
    return isWhole ? `Nobody can forge messages to ${plug}.` : `Who can forge messages to ${plug} is unknown.`
  const { keys, seconds, stoppedBy } = fewest
  const who = keys.map((key) => `${first(key)} ${key.address} (${nameKind(key)})`).join(" and ")
  const count = keys.length === 1 ? "One key" : `${String(keys.length)} keys`
  const stop = seconds === 0n ? "" : stoppedBy.length === 0 ? ", and nobody can stop it" : " if nobody stops it"
  return `${count} can forge messages to ${plug}: ${who}, ${sayTime(seconds)}${stop}.`
}

function powerTable(powers: readonly Power[]): Report {
  const rows = powerNames.flatMap((power): readonly (readonly [string, number | "", string, string])[] => {
    const all = powers.filter((one) => one.power === power)
    // What the same keys can do in the same time is one line.
    const sets = [...Map.groupBy(all, ({ keys, seconds }) => `${keyOf(keys)} ${String(seconds)}`).values()]
    const shown = sets.slice(0, maxShown).flatMap((group, index) => {
      const { keys = [], seconds = null } = group[0] ?? {}
      return keys.map((key, place) => {
        const who = `${place === 0 ? "" : "+ "}${shortenHex(key.address)} ${sayRoles(key, group)}`
        const first = index + place === 0 ? power : ""
        return place === 0 ? ([first, keys.length, sayTime(seconds), who] as const) : ([first, "", "", who] as const)
      })
    })
    const more = sets.length - maxShown
    return more > 0 ? [...shown, ["", "", "", `and ${String(more)} more, with --json`]] : shown
  })
  return table(rows, {
    can: ([power]) => power,
    keys: right(([, keys]) => keys),
    takes: ([, , time]) => time,
    who: ([, , , who]) => who,
  })
}

function keyOf(keys: readonly KeyHolder[]): string {
  return keys
    .map(({ address }) => address)
    .sort()
    .join(" ")
}

function sayTime(seconds: bigint | null): string {
  if (seconds === null) return "unknown"
  return seconds === 0n ? "at once" : formatDuration(Number(seconds) * 1_000)
}

/** What a key is in any of the ways that it is needed for. */
function sayRoles(key: KeyHolder, group: readonly Power[]): string {
  const same = group.flatMap(({ keys }) => keys.filter(({ address }) => address === key.address))
  const more = new Set(same.flatMap(({ as }) => as)).size - 1
  return `${first(key)}${more > 0 ? ` +${String(more)}` : ""}${key.kind === "key" ? "" : ` (${nameKind(key)})`}`
}

function first({ as }: KeyHolder): string {
  return as[0] ?? ""
}

function nameKind({ kind, through }: KeyHolder): string {
  const [safe] = through
  return safe === undefined ? kind : `${kind}, for Safe ${shortenHex(safe)}`
}
