import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import type { WorldCosts } from "../../testing/costs/WorldCosts.js"
import { costChanges } from "../../terminal/costs/costChanges.js"
import { costTables } from "../../terminal/costs/costTables.js"
import { openTerminal, type Printer } from "../../terminal/core/terminal.js"
import { compareCosts } from "./compareCosts.js"
import { toCostReport } from "./costReport.js"
import type { ReportOptions } from "./reportOptions.js"

/**
 * Prints and saves the costs of a test run, and compares them with those of an earlier one.
 *
 * @returns whether a figure rose beyond the bound
 */
export async function writeReport(
  costs: WorldCosts,
  before: WorldCosts | undefined,
  { isShown, jsonFile, compareFile = "", bound }: ReportOptions,
  out: Printer = openTerminal(process).out,
): Promise<boolean> {
  if (isShown) out.line(`\n${costTables(costs, out)}`)
  if (jsonFile !== undefined) {
    await mkdir(path.dirname(path.resolve(jsonFile)), { recursive: true })
    await writeFile(jsonFile, `${JSON.stringify(toCostReport(costs), undefined, 2)}\n`)
  }
  if (before === undefined) return false
  const changes = compareCosts(before, costs, bound)
  out.line(`\n${costChanges(changes, { file: compareFile, bound }, out)}`)
  return changes.rises.length > 0
}
