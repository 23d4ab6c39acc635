import type { SourcePlace } from "#extras/audit/src/linting/lintSources.js"
import type { DeliveryGas, UpgradeGas } from "#src/messaging/index.js"
import { nextHardfork } from "#src/primitives/numbers/gasRules.js"
import { paint } from "#src/terminal/paint.js"
import { apart, facts, prose, type Report } from "#src/terminal/report.js"

export type NamedUpgrade = UpgradeGas & {
  readonly application: string | null
  readonly srcChain: string
  readonly dstChain: string
  /** Of all contracts of the project. */
  readonly constants: readonly (SourcePlace & { readonly gas: number })[]
}

/** What to change, so that messages bring enough. `null` where they do, or no amount is enough. */
function changeOf({ status, granted, limit, next, constants }: NamedUpgrade): string | null {
  if (status !== "dies" || limit === null || next?.inbound.needed === null) return null
  const lines = constants
    .filter(({ gas }) => BigInt(gas) === granted)
    .map(({ file, line }) => `${file}:${String(line)}`)
  const where = lines.length === 0 ? "where the message is sent" : [...new Set(lines)].join(", ")
  return `Give ${limit.toLocaleString("en")} as minMsgGasLimit, in place of ${(granted ?? 0n).toLocaleString("en")}: ${where}.`
}

export function upgradeReport(paths: readonly NamedUpgrade[]): Report {
  const colors = { fine: paint.green, dies: paint.red, unverified: paint.dim } as const
  const show = (
    read: (gas: DeliveryGas) => number | null | undefined,
    { today, next }: NamedUpgrade,
  ): string | null => {
    const [now, then] = [today, next].map((gas) => gas && read(gas))
    return (now ?? then ?? undefined) === undefined
      ? null
      : `${format(now)} today, ${format(then)} under ${nextHardfork}`
  }
  return apart(
    paths.map((path) => [
      `${paint.bold(`${path.application ?? path.to.plug}  ${path.srcChain} → ${path.dstChain}`)}  ${colors[path.status](path.status)}${path.why === null ? "" : `: ${path.why}`}`,
      facts([
        ["inbound needs", show(({ inbound }) => inbound.needed, path)],
        ["execution needs", show(({ execution }) => execution?.needed, path)],
        ["granted", path.granted === null ? null : format(Number(path.granted))],
        ["limit with room", path.limit === null ? null : format(Number(path.limit))],
      ]),
      prose(changeOf(path) ?? "", "  ", "  "),
    ]),
    prose("What is needed was found by traces of today, priced by the next rules; no node has run them.", "", ""),
  )
}

function format(gas: number | null | undefined): string {
  return gas === null || gas === undefined ? "no amount" : gas.toLocaleString("en")
}

/** A path with the fields that it has in JSON. */
export function upgradeFields(path: NamedUpgrade): Record<string, unknown> {
  const { application, from, to, srcChain, dstChain, status, why, messageId, today, next, granted, limit, fee } = path
  return {
    ...{ application, srcChainName: srcChain, srcChainSlug: from.slug, srcPlug: from.plug ?? null },
    ...{ dstChainName: dstChain, dstChainSlug: to.slug, dstPlug: to.plug, status, why, messageId, today, next },
    ...{ granted, limit, fee, change: changeOf(path) },
  }
}
