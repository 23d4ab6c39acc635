import type { TrustChange } from "#extras/audit/src/trust/compareTrust.js"
import { type Report, whole } from "#src/terminal/report.js"

/** What became better or worse as Markdown, for a pull request. */
export function trustChanges(changes: readonly TrustChange[]): Report {
  const worse = changes.filter(({ isWorse }) => isWorse).length
  const said = changes.length === 0 ? "as before" : `${String(worse)} worse, ${String(changes.length - worse)} better`
  const rows = changes.map(({ path, what, before, now, isWorse }) => {
    return `| ${isWorse ? "**worse**" : "better"} | ${path} | \`${what}\` | ${before} | ${now} |`
  })
  const table = ["", "| | path | what | before | now |", "| --- | --- | --- | --- | --- |", ...rows]
  return [`## Who can do what: ${said}`, ...(rows.length === 0 ? [] : table)].map((line) => whole(line))
}
