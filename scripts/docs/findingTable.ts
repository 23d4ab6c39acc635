import { code, table } from "./table.js"
import { findings } from "#extras/audit/src/judging/Finding.js"

/** Renders everything that `plugs judge` finds in a batch. */
export function findingTable(): Promise<string> {
  return Promise.resolve(
    table(
      ["finding", "what it means"],
      Object.entries(findings).map(([name, says]) => [code(name), says]),
    ),
  )
}
