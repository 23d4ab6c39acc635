import type { checkTrust } from "#extras/audit/src/trust/checkTrust.js"
import type { KeyHolder } from "#extras/audit/src/trust/keySets.js"
import { type Power, powerNames } from "#extras/audit/src/trust/Power.js"
import type { PathTrust } from "#extras/audit/src/trust/readTrust.js"
import type { TrustBreach } from "#src/messaging/TrustPolicy.js"
import { formatDuration } from "#src/primitives/duration.js"
import { escapeLine } from "#src/terminal/paint.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import { formatTable, maxTextWidth, wrap } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"

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

/** Lays out who can do what: first the answer, then each path with its table, then what would be better. */
export function trustReport(paths: readonly NamedTrust[], printer: Pick<Printer, "paint" | "columns">): string {
  const { paint } = printer
  const width = Math.min(printer.columns, maxTextWidth)
  const prose = (text: string, indent = ""): string =>
    wrap(escapeLine(text), width - indent.length - 2)
      .map((line, index) => `${indent}${index === 0 ? "" : "  "}${line}`)
      .join("\n")
  const answers = paths.map((path) => paint.bold(prose(sayAnswer(path))))
  const sections = paths.flatMap((path) => {
    const title = `${path.srcChain} → ${path.dstChain}, ${path.plugName ?? shortenHex(path.to.plug)}`
    const unread = [
      ...new Set(path.unread.map(({ chain, what, why }) => `Unknown on ${chain}: ${what}, because ${why}.`)),
    ]
    const partly =
      path.notWhole.length === 0
        ? []
        : [`Others may be able to, by ways that were not read whole: ${path.notWhole.join(", ")}.`]
    const better = path.weaknesses.flatMap(({ name, says, mend }) => [
      prose(`${name}: ${says}`, "  "),
      ...(mend === null
        ? []
        : [prose(`Better: ${mend.who}.`, "    "), ...(mend.command === null ? [] : [`    ${mend.command}`])]),
    ])
    return [
      "",
      paint.bold(escapeLine(title)),
      ...(path.powers.length === 0 ? [] : [formatPowers(path.powers, printer)]),
      ...[...unread, ...partly].map((line) => paint.magenta(prose(line, "  "))),
      ...(better.length === 0 ? [] : ["", ...better]),
    ]
  })
  return [...answers, ...sections].join("\n")
}

/** Lays out what breaks the policy, and what is accepted. */
export function policyReport(
  { breaches, accepted }: ReturnType<typeof checkTrust>,
  { paint, columns }: Printer,
): string {
  const width = Math.min(columns, maxTextWidth)
  const line = ({ rule, way, says }: TrustBreach, note = ""): string =>
    wrap(escapeLine(`${[rule, way].filter(Boolean).join(" ")}: ${says}${note}`), width - 2).join("\n  ")
  return [
    paint.bold(
      breaches.length === 0
        ? "Every path is as plugs.trust demands."
        : `plugs.trust is broken: ${String(breaches.length)}.`,
    ),
    ...breaches.map((breach) => paint.red(line(breach))),
    ...accepted.map((breach) => paint.dim(line(breach, ` Accepted until ${breach.until}: ${breach.reason}`))),
  ].join("\n")
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

function formatPowers(powers: readonly Power[], { paint, columns: width }: Pick<Printer, "paint" | "columns">): string {
  const rows = powerNames.flatMap((power) => {
    const all = powers.filter((one) => one.power === power)
    // What the same keys can do in the same time is one line.
    const sets = [...Map.groupBy(all, ({ keys, seconds }) => `${keyOf(keys)} ${String(seconds)}`).values()]
    const shown = sets.slice(0, maxShown).flatMap((group, index) => {
      const { keys = [], seconds = null } = group[0] ?? {}
      return keys.map((key, place) => [
        index + place === 0 ? power : "",
        ...(place === 0 ? [String(keys.length), sayTime(seconds)] : ["", ""]),
        `${place === 0 ? "" : "+ "}${shortenHex(key.address)} ${sayRoles(key, group)}`,
      ])
    })
    const more = sets.length - maxShown
    return more > 0 ? [...shown, ["", "", "", `and ${String(more)} more, with --json`]] : shown
  })
  const columns = [{ title: "can" }, { title: "keys", align: "right" as const }, { title: "takes" }, { title: "who" }]
  return formatTable({ columns, rows, paint, width })
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
