import { findSurveyed, surveyChains } from "../../src/plugin/run/messaging/surveyChains.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { chainReport, chainsReport } from "../../src/terminal/messaging/chainsReport.js"

type ChainsArguments = { chain: string | undefined; json: boolean }

const chains: BoundTask<ChainsArguments> = runTask(async ({ chain, json }, hre, { terminal: { out } }) => {
  const { devnet, ...survey } = await surveyChains(hre)
  if (chain === undefined) {
    out.line(json ? toJson(survey, { indent: 2 }) : chainsReport(survey, out))
    return exitCodes.success
  }
  const found = findSurveyed({ ...survey, devnet }, chain, "--chain")
  const names = new Map([...survey.known, ...survey.configured].map(({ slug, name }) => [slug, name]))
  const nameOf = (slug: number): string => names.get(slug) ?? String(slug)
  out.line(json ? toJson({ file: survey.file, ...found }, { indent: 2 }) : chainReport(found, nameOf, out))
  return exitCodes.success
})

export default chains
