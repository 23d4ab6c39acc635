import { stat } from "node:fs/promises"
import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"

import { isOver } from "#extras/swap/src/execution/executionStates.js"
import { inspectFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { findLeftAllowances } from "#extras/swap/src/execution/journal/entries.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { journalFolders, openSwapRecords } from "#extras/swap/src/plugin/openJournal.js"
import { chainFolderName } from "#src/plugin/records/identifyChain.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { failed, type Finding, ok, warning } from "#tasks/doctor/checks.js"
import type { DoctorChain } from "#tasks/doctor/subjects/DoctorChain.js"

/** What the project has recorded of its swaps on one chain. */
type ReadJournal = {
  readonly folder: string
  readonly entries: readonly JournalEntry[]
  /** What cannot be read, an error for each file. */
  readonly damaged: readonly PlugsError[]
}

/** Reads every record of swaps in the project, and writes nothing. */
export async function readJournals(config: Pick<HardhatConfig, "plugs" | "paths">): Promise<ReadJournal[]> {
  const folders = await journalFolders(config.paths.root)
  return await Promise.all(folders.map((folder) => readJournal(folder, recordsKeyOf(config))))
}

async function readJournal(folder: string, key: RecordsKey): Promise<ReadJournal> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() !== true) return { folder, entries: [], damaged: [] }
  const { entries, damaged } = await inspectFileJournal(folder, key)
  const { commands, deposits } = openSwapRecords(folder, key)
  const others = await Promise.all([commands.inspect(), deposits.inspect()])
  return { folder, entries, damaged: [...damaged, ...others.flatMap((each) => each.damaged)] }
}

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
    const says = `${error.clause}: ${file} (${error.facts["reason"] ?? error.facts["says"] ?? "unknown"}).`
    if (error.code !== "JOURNAL_DAMAGED" && error.code !== "JOURNAL_FOREIGN")
      return failed(says, error.next ?? "Make it readable.", shown)
    const move = process.platform === "win32" ? "move" : "mv"
    return failed(
      says,
      `Make sure by the account's latest transactions that its swap is over or was never sent. Then move it away: ${move} "${file}" "${path.join(root, path.basename(file))}.damaged"`,
      shown,
    )
  })
}

/** Checks that no contract may still take tokens that a swap was meant to use. One line for each that may. */
export async function checkAllowance(
  chain: DoctorChain,
  journals: readonly ReadJournal[],
): Promise<readonly Finding[]> {
  const { client, identity } = await chain.open()
  const name = chainFolderName(await identity())
  const entries = journals.filter(({ folder }) => path.basename(folder) === name).flatMap((journal) => journal.entries)
  const { checked, left } = await findLeftAllowances(client, entries)
  const findings = left.map(({ account, token, spender, amount, revoke }) =>
    warning(
      `${spender} may still take ${amount} (in the smallest unit) of the token ${token} from ${account}.`,
      `To revoke it, send from ${account} a transaction to ${revoke.to} on ${chain.name} with the data ${revoke.data}. If that is the network's account, this does so: npx hardhat ${commandLine("swap revoke", { token, spender, network: chain.network }, { positional: [] })}`,
    ),
  )
  if (findings.length > 0) return findings
  return [ok(checked === 0 ? "No swap has approved anything." : "Nothing is left of what swaps have approved.")]
}
