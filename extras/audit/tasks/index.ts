import { task } from "hardhat/config"
import type { TaskDefinition } from "hardhat/types/tasks"

import { json, named, text } from "#src/plugin/arguments/options.js"
import { loadAction } from "#tasks/loadAction.js"

const trust = task(
  ["plugs", "trust"],
  "Show who can forge, censor or freeze messages, change the rules, or drain, and with how few keys",
)
  .addVariadicArgument({
    name: "plugs",
    description: "Plugs, such as Vault@beta or 0x…@beta (default: all paths of the wiring)",
    defaultValue: [],
  })
  .addOption(text("file", "File with the wiring, such as wiring.ts (default: plugs.wiring of the configuration)"))
  .addFlag(named("check", "Compare every path with plugs.trust of the configuration; exit code 2: one breaks a rule"))
  .addOption(text("graph", "File to write what the applications rest on to, as an SVG image"))
  .addOption(text("baseline", "Output of an earlier run with --json: show what became better or worse, as Markdown"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./trust.js")>("extras/audit/tasks/trust.js"))
  .build()

const judge = task(
  ["plugs", "judge"],
  "Judge a multisig batch on copies of the chains, before you sign it; exit code 2: it does more than the wiring says",
)
  .addPositionalArgument(
    named("batch", "File of Safe's transaction builder, or a JSON list of { chain, from, to, value, data }"),
  )
  .addOption(text("file", "File with the wiring, such as wiring.ts (default: plugs.wiring of the configuration)"))
  .addOption(text("account", "Who sends what names no sender, such as the Safe's address"))
  .addOption(text("nonce", "Nonce of the Safe's transaction, for the hashes (default: the Safe's next one)"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./judge.js")>("extras/audit/tasks/judge.js"))
  .build()

const lint = task(
  ["plugs", "lint"],
  "Look for mistakes of cross-chain applications in the project's contracts; exit code 2: something was found",
)
  .addVariadicArgument({
    name: "files",
    description: "Files or folders, such as contracts/Vault.sol (default: all of the project's contracts)",
    defaultValue: [],
  })
  .addOption(text("sarif", "File to write the findings to, as SARIF for code scanning"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./lint.js")>("extras/audit/tasks/lint.js"))
  .build()

/** What a plug trusts, what a batch does, and mistakes in contracts. Their actions are imported when they run. */
export const auditTasks: TaskDefinition[] = [trust, judge, lint]
