import { DataFileError, type FileProblem } from "../../primitives/DataFileError.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import { readDataFile } from "../../http/parsing/readDataFile.js"
import type { WorldCosts } from "../../testing/costs/WorldCosts.js"
import { toCosts } from "./costReport.js"
import { costReportSchema } from "./costReportSchema.js"

/** The file that `--plugs-report-compare` names is missing, or is no saved report. */
export class SavedCostsInvalidError extends PlugsError {
  readonly code = "SAVED_COSTS_INVALID"
  constructor({ file, problem: { path, reason } }: { file: string; problem: FileProblem }) {
    super("There are no costs of an earlier test run to compare with.", {
      facts: { file, problem: path === "" ? reason : `${path}: ${reason}` },
      next: `Save them first: npx hardhat test --plugs-report-json ${file}. No test has run.`,
    })
  }
}

/**
 * Reads the costs of an earlier test run.
 *
 * @throws {SavedCostsInvalidError} the file is missing, or is no saved report
 */
export async function readSavedCosts(file: string): Promise<WorldCosts> {
  try {
    return toCosts(await readDataFile(file, costReportSchema, "costs"))
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    throw new SavedCostsInvalidError({ file, problem: error.problems[0] as FileProblem })
  }
}
