import { chainsRows } from "./index.js"
import { chainReport, chainsReport } from "./output/chainsReport.js"
import { findSurveyed, surveyChains } from "./surveyChains.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"

export default actionOf(chainsRows, async ({ chain }, hre) => {
  const { devnet, ...survey } = await surveyChains(hre)
  if (chain === undefined) return { document: survey, report: () => chainsReport(survey) }
  const found = findSurveyed({ ...survey, devnet }, chain, "--chain")
  const names = new Map([...survey.known, ...survey.configured].map(({ slug, name }) => [slug, name]))
  const nameOf = (slug: number): string => names.get(slug) ?? String(slug)
  return {
    document: { ...survey, configured: listOf(found.configured), known: listOf(found.known) },
    report: () => chainReport(found, nameOf),
  }
})

/** JSON has the same lists for one chain as for all. */
function listOf<T>(found: T | null): T[] {
  return found === null ? [] : [found]
}
