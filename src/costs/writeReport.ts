import { mkdir } from "node:fs/promises"
import path from "node:path"

import { compareCosts, costChanges } from "./compareCosts.js"
import { costFile, writeCosts } from "./costReport.js"
import { costTables } from "./costTables.js"
import type { ReportOptions } from "./reportOptions.js"
import type { WorldCosts } from "./WorldCosts.js"
import { writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { openTerminal, type Printer } from "#src/terminal/terminal.js"

/** Prints, saves and compares the costs of a test run. Returns whether a figure rose. */
export async function writeReport(
  costs: WorldCosts,
  before: WorldCosts | undefined,
  { isShown, jsonFile, compareFile = "" }: ReportOptions,
  out: Printer = openTerminal(process).out,
): Promise<boolean> {
  if (isShown) out.show(["", costTables(costs)])
  if (jsonFile !== undefined) {
    // If it cannot be made, the file cannot be written, and that says why.
    await mkdir(path.dirname(path.resolve(jsonFile)), { recursive: true }).catch(() => undefined)
    await writeOwnFile(jsonFile, { ...costFile, text: writeCosts(costs) })
  }
  if (before === undefined) return false
  const changes = compareCosts(before, costs)
  out.show(["", costChanges(changes, compareFile)])
  return changes.rises.length > 0
}
