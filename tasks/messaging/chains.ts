import { chainsRows } from "./index.js"
import { chainReport, chainsReport } from "./output/chainsReport.js"
import { findSurveyed, surveyChains } from "./surveyChains.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { printDocument } from "#src/terminal/printJson.js"

export default actionOf(chainsRows, async ({ chain, json }, hre, { terminal: { out } }) => {
  const { devnet, ...survey } = await surveyChains(hre)
  if (chain === undefined) {
    if (json) printDocument(out, survey)
    else out.show(chainsReport(survey))
    return exitCodes.success
  }
  const found = findSurveyed({ ...survey, devnet }, chain, "--chain")
  const names = new Map([...survey.known, ...survey.configured].map(({ slug, name }) => [slug, name]))
  const nameOf = (slug: number): string => names.get(slug) ?? String(slug)
  if (json) printDocument(out, { ...survey, configured: listOf(found.configured), known: listOf(found.known) })
  else out.show(chainReport(found, nameOf))
  return exitCodes.success
})

/** JSON has the same lists for one chain as for all. */
function listOf<T>(found: T | null): T[] {
  return found === null ? [] : [found]
}
