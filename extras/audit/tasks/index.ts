import type { TaskDefinition } from "hardhat/types/tasks"

import { defineTask, flag, rows } from "#src/plugin/arguments/rows.js"
import { shared } from "#src/plugin/arguments/sharedRows.js"

const { json } = shared
const file = { says: "File with the wiring, such as wiring.ts (default: plugs.wiring of the configuration)" } as const

// The arguments of the tasks, in the order of `--help`. Actions read them.

export const trustRows = rows({
  plugs: { as: "rest", says: "Plugs, such as Vault@beta or 0x…@beta (default: all paths of the wiring)" },
  file,
  check: flag("Compare every path with plugs.trust of the configuration; exit code 2: one breaks a rule"),
  graph: { says: "File to write what the applications rest on to, as an SVG image" },
  baseline: { says: "Output of an earlier run with --json: show what became better or worse, as Markdown" },
  json,
})

export const judgeRows = rows({
  batch: {
    as: "rest",
    says: "Files of Safe's transaction builder or service, broadcasts of Foundry, or lists of { chain, from, to, value, data }, in the order in which they are signed",
  },
  file,
  account: { kind: "address", says: "Who sends what names no sender, such as the Safe's address" },
  nonce: {
    ...{ kind: "whole", least: 0 },
    says: "Nonce of the first Safe's transaction, for the hashes (default: the Safe's next one)",
  },
  json,
})

export const lintRows = rows({
  files: {
    as: "rest",
    says: "Files or folders, such as contracts/Vault.sol (default: all of the project's contracts)",
  },
  sarif: { says: "File to write the findings to, as SARIF for code scanning" },
  json,
})

export const upgradeCheckRows = rows({
  plugs: { as: "rest", says: "Plugs, such as Vault@beta or 0x…@beta (default: all paths of the wiring)" },
  file,
  since: { kind: "duration", default: "168h", says: "How far back messages are looked for, such as 720h" },
  check: flag("Exit code 2: messages of a path will bring too little gas"),
  json,
})

/** What a plug trusts, what a batch does, and mistakes in contracts. Their actions are imported when they run. */
export const auditTasks: TaskDefinition[] = [
  defineTask(
    "plugs trust",
    "Show who can forge, censor or freeze messages, change the rules, or drain, and with how few keys",
    trustRows,
    "extras/audit/tasks/trust.js",
  ),
  defineTask(
    "plugs judge",
    "Judge multisig batches on copies of the chains, before you sign them; exit code 2: they do more than the wiring says",
    judgeRows,
    "extras/audit/tasks/judge.js",
  ),
  defineTask(
    "plugs lint",
    "Look for mistakes of cross-chain applications in the project's contracts; exit code 2: something was found",
    lintRows,
    "extras/audit/tasks/lint.js",
  ),
  defineTask(
    "plugs upgrade-check",
    "Show which messages will bring too little gas after the next hardfork, and how much they need",
    upgradeCheckRows,
    "extras/audit/tasks/upgradeCheck.js",
  ),
]
