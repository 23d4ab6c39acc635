import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import type { GlobalOptions } from "hardhat/types/global-options"

import { costFile, readSavedCosts } from "./costReport.js"
import { readMeasurements, reportFolder, reportFolderVariable } from "./measurementFiles.js"
import { readReportOptions, type ReportOptions } from "./reportOptions.js"
import { summarizeCosts, type WorldCosts } from "./WorldCosts.js"
import { checkOwnFile } from "#src/primitives/files/writeOwnFile.js"

/** The report of the tests that this process runs, itself and in its subprocesses. */
type ReportSession = {
  readonly options: ReportOptions
  /** The worlds of every process save in it what they have measured. */
  readonly folder: string
  /** The costs to compare with. */
  readonly before: WorldCosts | undefined
}

let session: ReportSession | undefined
let isWholeRun = false

/**
 * Prepares a report. Does nothing in a process that runs tests for another one, which makes the report.
 *
 * @throws {SavedCostsInvalidError} the file to compare with is missing or damaged
 * @throws {InvalidInputError} something else is in the place of the file to save them in
 */
export async function openReport(globalOptions: GlobalOptions): Promise<void> {
  const options = readReportOptions(globalOptions)
  if (options === undefined || reportFolder() !== undefined) return
  if (options.jsonFile !== undefined) await checkOwnFile(options.jsonFile, costFile)
  const before = options.compareFile === undefined ? undefined : await readSavedCosts(options.compareFile)
  const folder = path.join(tmpdir(), `hardhat-plugs-report-${randomUUID()}`)
  process.env[reportFolderVariable] = folder
  session = { options, folder, before }
}

/** Makes one report of all that runs. Within such a run it makes none. */
export async function reportOnce<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly hasRisen: boolean }> {
  if (isWholeRun) return { result: await run(), hasRisen: false }
  isWholeRun = true
  try {
    const result = await run()
    return { result, hasRisen: await makeReport() }
  } finally {
    isWholeRun = false
  }
}

/** Makes the report of one runner, unless it is one of several. */
export async function reportRunner(): Promise<boolean> {
  return isWholeRun ? false : await makeReport()
}

/** Makes the report of what was measured since the last one. Returns whether a figure rose. */
async function makeReport(): Promise<boolean> {
  if (session === undefined) return false
  const { options, folder, before } = session
  const costs = summarizeCosts(await readMeasurements(folder))
  await rm(folder, { recursive: true, force: true })
  const { writeReport } = await import("./writeReport.js")
  return await writeReport(costs, before, options)
}
