import { causeTable } from "./causeTables.js"
import { configurationTable } from "./configurationTable.js"
import { contractErrorTables } from "./contractErrorTables.js"
import { errorReference } from "./errorReference.js"
import { exportedTable } from "./exportedTable.js"
import { fieldTable } from "./fieldTable.js"
import { findingTable } from "./findingTable.js"
import { ruleTable } from "./ruleTable.js"
import { stateTable } from "./stateTable.js"
import { taskOptions } from "./taskOptions.js"
import { taskOutputTable } from "./taskOutputTable.js"
import { trustTable } from "./trustTable.js"

/** What a document can have generated, by the first words of its comment; the words after them are passed on. */
const sections: Readonly<Record<string, (rest: readonly string[]) => Promise<string>>> = {
  options: taskOptions,
  taskOutputs: taskOutputTable,
  states: stateTable,
  causes: causeTable,
  trustWays: trustTable,
  findings: findingTable,
  rules: ruleTable,
  fields: fieldTable,
  exported: exportedTable,
  configuration: configurationTable,
  errors: errorReference,
  contractErrors: contractErrorTables,
}

/**
 * Renders one generated section as Markdown.
 *
 * @param what as in the comment: the name of a section, and what it takes
 * @example
 * await renderSection("options messaging fees")
 */
export async function renderSection(what: string): Promise<string> {
  const [name = "", ...rest] = what.split(" ")
  const render = sections[name]
  if (render === undefined) throw new Error(`"${name}" is not a section. Known: ${Object.keys(sections).join(", ")}.`)
  return await render(rest)
}
