import path from "node:path"

import { type Finding, lintSources } from "../../src/linting/lintSources.js"
import { ruleNames } from "../../src/linting/rules.js"
import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { ShownFailureError } from "../../src/plugin/run/shownErrors.js"
import { checkOwnFile, writeOwnFile } from "../../src/primitives/files/writeOwnFile.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { excerpt } from "../../src/primitives/text.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { readSources } from "./lint/readSources.js"
import { lintFields, lintReport } from "./output/lintReport.js"
import { sarifLog, sarifStart } from "./output/sarifLog.js"

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

/** The files that are named, or that are in a folder that is named; all if none is. */
function chooseFiles(known: readonly string[], named: readonly string[], root: string): ReadonlySet<string> {
  if (named.length === 0) return new Set(known)
  const chosen = named.flatMap((name) => {
    const wanted = path.relative(root, path.resolve(root, name)).split(path.sep).join("/")
    const found = known.filter((file) => wanted === "" || file === wanted || file.startsWith(`${wanted}/`))
    if (found.length > 0) return found
    const problem = `${excerpt(name)} is no source file of the project's contracts, and no folder with one`
    throw new InvalidInputError({ argument: "files", problem, fix: "Give a path such as contracts/Vault.sol." })
  })
  return new Set(chosen.sort())
}

function foundError(findings: readonly Finding[]): ShownFailureError {
  return new ShownFailureError({
    message: "The contracts break rules of plugs lint.",
    next: "Mend each finding, or disable it in its line with a reason.",
    facts: { rules: ruleNames.filter((name) => findings.some(({ rule }) => rule === name)).join(", ") },
  })
}

export default lint
