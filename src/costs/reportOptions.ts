import type { GlobalOptions } from "hardhat/types/global-options"

/** What a test run is asked to report. */
export type ReportOptions = {
  /** Whether to print tables. */
  readonly isShown: boolean
  readonly jsonFile: string | undefined
  readonly compareFile: string | undefined
}

/** Reads the options of the report; `undefined` if none is asked for. This module imports nothing: it is loaded on every command. */
export function readReportOptions({
  plugsReport,
  plugsReportJson: jsonFile,
  plugsReportCompare: compareFile,
}: GlobalOptions): ReportOptions | undefined {
  const isAsked = plugsReport || jsonFile !== undefined || compareFile !== undefined
  return isAsked ? { isShown: plugsReport, jsonFile, compareFile } : undefined
}
