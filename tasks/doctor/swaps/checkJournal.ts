import path from "node:path"

import { isOver } from "../../../src/swap/execution/executionStates.js"
import { failed, type Finding, ok } from "../checks.js"
import type { ReadJournal } from "./readJournals.js"

/** Checks that everything that records swaps can be read, so that no swap is sent twice. One line for each file that cannot. */
export function checkJournal(journals: readonly ReadJournal[], root: string): readonly Finding[] {
  const damaged = journals.flatMap((journal) => journal.damaged)
  if (damaged.length === 0) {
    const entries = journals.flatMap((journal) => journal.entries)
    if (entries.length === 0) return [ok("No swap is recorded.")]
    const open = entries.filter(({ state, submission }) => submission !== undefined && !isOver(state)).length
    const rest = open === 0 ? "" : ` ${open} ${open === 1 ? "is" : "are"} not over; the same command goes on with it.`
    return [ok(`${entries.length} ${entries.length === 1 ? "swap is" : "swaps are"} recorded, and readable.${rest}`)]
  }
  return damaged.map((error) => {
    const file = error.facts["file"] ?? error.facts["folder"] ?? root
    const shown = path.relative(root, file)
    const says = `${error.shortMessage.replace(/\.$/, "")}: ${file} (${error.facts["reason"] ?? "unknown"}).`
    if (error.code !== "JOURNAL_DAMAGED") return failed(says, error.next ?? "Make it readable.", shown)
    const move = process.platform === "win32" ? "move" : "mv"
    return failed(
      says,
      `Make sure by the account's latest transactions that its swap is over or was never sent. Then move it away: ${move} "${file}" "${path.join(root, path.basename(file))}.damaged"`,
      shown,
    )
  })
}
