import { chooseFiles } from "./lint/chooseFiles.js"
import { readSources } from "./lint/readSources.js"
import { lintFields, lintReport } from "./output/lintReport.js"
import { sarifLog, sarifStart } from "./output/sarifLog.js"
import { type Finding, lintSources } from "#extras/audit/src/linting/lintSources.js"
import { ruleNames } from "#extras/audit/src/linting/rules.js"
import { type BoundTask, exitCodeOf, runTask } from "#src/plugin/run/runTask.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { checkOwnFile, writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { printDocument } from "#src/terminal/printJson.js"

type LintArguments = { files: string[]; sarif: string | undefined; json: boolean }

const lint: BoundTask<LintArguments> = runTask(async ({ files, sarif, json }, hre, io) => {
  const { out, err } = io.terminal
  const ofLog = { argument: "--sarif", start: sarifStart }
  if (sarif !== undefined) await checkOwnFile(sarif, ofLog)
  const builds = await readSources(hre)
  const known = [...new Set(builds.flatMap(({ files }) => [...files.values()]))].sort()
  const judged = chooseFiles(known, files, hre.config.paths.root)
  const findings = lintSources(builds).filter(({ file }) => judged.has(file))
  if (sarif !== undefined) {
    await writeOwnFile(sarif, { ...ofLog, text: sarifLog(findings) })
    err.line(err.paint.dim(`The findings are in ${sarif}.`))
  }
  const error = findings.length === 0 ? undefined : foundError(findings)
  if (json) printDocument(out, { findings: findings.map(lintFields), files: [...judged] }, error)
  else out.line(lintReport(findings, judged.size, out))
  return exitCodeOf(error)
})

function foundError(findings: readonly Finding[]): ShownFailureError {
  return new ShownFailureError({
    message: "The contracts break rules of plugs lint.",
    next: "Mend each finding, or disable it in its line with a reason.",
    facts: { rules: ruleNames.filter((name) => findings.some(({ rule }) => rule === name)).join(", ") },
  })
}

export default lint
