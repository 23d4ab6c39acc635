import type { TrustChange } from "#extras/audit/src/trust/compareTrust.js"

/** Lays out what became better or worse as Markdown, for a pull request. */
export function trustChanges(changes: readonly TrustChange[]): string {
  const worse = changes.filter(({ isWorse }) => isWorse).length
  const title = `## Who can do what: ${changes.length === 0 ? "as before" : `${String(worse)} worse, ${String(changes.length - worse)} better`}`
  if (changes.length === 0) return title
  const rows = changes.map(({ path, what, before, now, isWorse }) => {
    return `| ${isWorse ? "**worse**" : "better"} | ${path} | \`${what}\` | ${before} | ${now} |`
  })
  return [title, "", "| | path | what | before | now |", "| --- | --- | --- | --- | --- |", ...rows].join("\n")
}
